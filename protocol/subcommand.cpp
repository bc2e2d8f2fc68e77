#include "protocol/subcommand.h"

#include <boost/program_options.hpp>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <system_error>

#include "protocol/posix_io.h"

namespace tulenh {
namespace {

namespace po = boost::program_options;

std::string last_problem() { return std::generic_category().message(errno); }

}  // namespace

int run_subcommand(std::string_view name, const std::vector<std::string>& arguments, std::string_view usage,
                   const po::options_description& options, const std::vector<Positional>& positionals,
                   const std::function<int()>& run) {
    po::options_description all;
    po::positional_options_description places;
    all.add(options);
    for (const Positional& positional : positionals) {
        const bool several = positional.values != nullptr;
        if (several)
            all.add_options()(positional.name, po::value(positional.values));
        else
            all.add_options()(positional.name, po::value(positional.value));
        places.add(positional.name, several ? -1 : 1);
    }
    try {
        po::variables_map given;
        po::store(po::command_line_parser(arguments).options(all).positional(places).run(), given);
        if (given.count("help") != 0) {
            std::ostringstream text;
            text << usage << options;
            StandardOutput().write(text.str());
            return EXIT_SUCCESS;
        }
        po::notify(given);
        return run();
    } catch (const po::error& problem) {
        std::cerr << "tulenh " << name << ": " << problem.what() << '\n';
    } catch (const SubcommandError& problem) {
        std::cerr << "tulenh " << name << ": " << problem.what() << '\n';
    } catch (const std::system_error& problem) {
        std::cerr << "tulenh " << name << ": " << problem.what() << '\n';
    }
    return EXIT_FAILURE;
}

std::ifstream open_to_read(const std::string& path) {
    std::ifstream file(path);
    // A folder can be opened, but not read.
    if (file) file.peek();
    if (file.bad() || !file.is_open()) throw SubcommandError(path + ": " + last_problem());
    file.clear();
    return file;
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
    if (path_.empty()) return;
    file_.open(path_, std::ios::trunc);
    if (!file_) throw SubcommandError(path_ + ": " + last_problem());
}

void OutputFile::write(std::string_view text) {
    if (path_.empty())
        StandardOutput().write(text);
    else
        file_ << text;
}

void OutputFile::close() {
    if (path_.empty()) return;
    file_.close();
    if (!file_) throw SubcommandError(path_ + ": " + last_problem());
}

}  // namespace tulenh
