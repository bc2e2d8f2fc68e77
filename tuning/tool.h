// What the command lines of the tools share.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tulenh {

/// Reads the options into the variables they were declared with. `--help`, or nothing at all, prints
/// introduction and options and ends the program. `files`, if not null, takes the words without an option's
/// name. Throws `boost::program_options::error`.
boost::program_options::variables_map read_command_line(
    int argc, char** argv, std::string_view introduction,
    const boost::program_options::options_description& options, std::vector<std::string>* files = nullptr);

/// An option for a whole number, to be asked for with `number`. It is read as a signed one, so that -5 is not
/// taken for a huge one.
[[nodiscard]] boost::program_options::typed_value<std::int64_t>* number_from(std::int64_t initial);

/// The number that an option of `number_from` was given. Throws `boost::program_options::error`, which names
/// the option, when it is not within the limits.
[[nodiscard]] std::int64_t number(const boost::program_options::variables_map& given, const std::string& name,
                                  std::int64_t low, std::int64_t high);

/// Runs the tool and returns its exit status. What it throws goes to stderr: status 2 for the command line, 1
/// for anything else.
int run_tool(std::string_view name, const std::function<int()>& body);

}  // namespace tulenh
