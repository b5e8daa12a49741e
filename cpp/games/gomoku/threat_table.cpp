#include "games/gomoku/threat_table.hpp"

namespace duiyi::gomoku {
namespace {

Threat judge(Shape shape, bool has_forbidden_points) {
    const Tally tally = Tally::of(shape);
    if (tally.fives > 0) return Threat::FIVE;
    if (has_forbidden_points) {
        if (tally.overlines > 0 || tally.fours >= 2) return Threat::FORBIDDEN;
        if (tally.open_threes >= 2) return Threat::DOUBLE_THREE;
    }
    const int besides = tally.threes + tally.open_twos;
    if (tally.open_fours > 0) return Threat::OPEN_FOUR;
    if (tally.fours >= 2) return Threat::DOUBLE_FOUR;
    if (tally.fours == 1) return tally.open_threes > 0 ? Threat::FOUR_THREE : besides > 0 ? Threat::FOUR_PLUS : Threat::FOUR;
    if (tally.open_threes >= 2) return Threat::DOUBLE_THREE;
    if (tally.open_threes == 1) return besides > 0 ? Threat::OPEN_THREE_PLUS : Threat::OPEN_THREE;
    if (tally.threes > 0) return besides > 1 ? Threat::THREE_PLUS : Threat::THREE;
    return tally.open_twos >= 2 ? Threat::DOUBLE_TWO : tally.open_twos == 1 ? Threat::TWO : Threat::NONE;
}

}  // namespace

template <Rule R>
ThreatTable<R>::ThreatTable() {
    for (std::size_t table = 0; table < threats_.size(); ++table)
        for (unsigned shape = 0; shape < threats_[table].size(); ++shape)
            threats_[table][shape] = judge(static_cast<Shape>(shape), R == Rule::RENJU && table == BLACK);
}

template <Rule R>
const ThreatTable<R>& ThreatTable<R>::instance() {
    static const ThreatTable table;
    return table;
}

template class ThreatTable<Rule::FREESTYLE>;
template class ThreatTable<Rule::STANDARD>;
template class ThreatTable<Rule::CARO>;
template class ThreatTable<Rule::RENJU>;

}  // namespace duiyi::gomoku
