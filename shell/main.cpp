#include "shell/program.h"

int main(int argument_count, char** arguments) { return cellar::run_program(argument_count, arguments); }
