#include "tuning/tool.h"

#include <cstdlib>
#include <iostream>

#include "tuning/options.h"

namespace tulenh {

namespace po = boost::program_options;

po::variables_map read_command_line(int argc, char** argv, std::string_view introduction,
                                    const po::options_description& options, std::vector<std::string>* files) {
    po::options_description all;
    po::positional_options_description positional;
    all.add(options);
    if (files != nullptr) {
        all.add_options()("file", po::value(files)->required());
        positional.add("file", -1);
    }
    po::variables_map given;
    po::store(po::command_line_parser(argc, argv).options(all).positional(positional).run(), given);
    if (argc < 2 || given.count("help") != 0) {
        std::cout << introduction << options;
        std::exit(EXIT_SUCCESS);
    }
    po::notify(given);
    return given;
}

po::typed_value<std::int64_t>* number_from(std::int64_t initial) {
    return po::value<std::int64_t>()->default_value(initial);
}

std::int64_t number(const po::variables_map& given, const std::string& name, std::int64_t low,
                    std::int64_t high) {
    const auto value = given[name].as<std::int64_t>();
    if (value >= low && value <= high) return value;
    std::string message = "--";
    message.append(name).append(": ").append(std::to_string(value)).append(" is not from ");
    throw po::error(message.append(std::to_string(low)).append(" to ").append(std::to_string(high)));
}

int run_tool(std::string_view name, const std::function<int()>& body) {
    try {
        return body();
    } catch (const po::error& error) {
        std::cerr << name << ": " << error.what() << '\n';
        return 2;
    } catch (const OptionError& error) {
        std::cerr << name << ": " << error.what() << '\n';
        return 2;
    } catch (const std::exception& error) {
        std::cerr << name << ": " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}

}  // namespace tulenh
