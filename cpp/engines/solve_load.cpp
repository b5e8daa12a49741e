#include "engines/any_solver.hpp"

namespace duiyi {

std::unique_ptr<AnySolver> load_solver(std::string_view game, const Options& rules) {
    if (game == "reversi") return reversi_solver(rules);
    if (game == "gomoku") return gomoku_solver(rules);
    if (game == "nogo") return nogo_solver(rules);
    if (game == "chinese_checkers") return chinese_checkers_solver(rules);
    return nullptr;
}

}  // namespace duiyi
