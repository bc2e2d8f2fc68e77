#include "protocol/command_line.h"

int main(int argc, char** argv) { return tulenh::run_command_line(argc, argv); }
