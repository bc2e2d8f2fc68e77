// What the subcommands of the command line share: options, files, errors.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tulenh {

/// Says what is wrong with the command line or a file.
class SubcommandError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A word of the command line without an option's name, or all such words that are left.
struct Positional {
    const char* name;
    std::string* value;
    std::vector<std::string>* values = nullptr;
};

/// Reads the options into the variables they were declared with and runs the subcommand; `--help` prints
/// usage and options instead. Errors go to stderr, status 1. Returns the exit status.
int run_subcommand(std::string_view name, const std::vector<std::string>& arguments, std::string_view usage,
                   const boost::program_options::options_description& options,
                   const std::vector<Positional>& positionals, const std::function<int()>& run);

/// Throws a SubcommandError when the file cannot be read.
[[nodiscard]] std::ifstream open_to_read(const std::string& path);

/// A file to be written, or the standard output where no path is given.
class OutputFile {
  public:
    explicit OutputFile(const std::string& path);
    void write(std::string_view text);
    /// Throws a SubcommandError when something could not be written.
    void close();

  private:
    std::string path_;
    std::ofstream file_;
};

}  // namespace tulenh
