// Legal moves. Out of check nearly every move is legal, so whole target sets are taken or counted at once; only kings,
// blockers and answers to a check are tried one by one.
#include "games/xiangqi/board.hpp"

namespace duiyi::xiangqi {
namespace {

constexpr Set whole_board() {
    Set s = 0;
    for (int cell = 0; cell < CELLS; ++cell) s |= bit(cell);
    return s;
}
constexpr Set file_set(int file) {
    Set s = 0;
    for (int row = 0; row < ROWS; ++row) s |= bit(cell_at(row, file));
    return s;
}
constexpr Set BOARD = whole_board();
constexpr Set FILE_A = file_set(0);
constexpr Set FILE_I = file_set(FILES - 1);
constexpr Set FAR_SIDE[2] = {bit(cell_at(5, 0)) - 1, BOARD & ~(bit(cell_at(5, 0)) - 1)};

struct Lister {
    Moves& list;
    bool full() const { return false; }
    void one(int from, int to) { list.push(make_move(from, to)); }
    void all(int from, Set to) {
        each_cell(to, [this, from](int cell) { one(from, cell); });
    }
    /// Pawns: every target was reached by the same step.
    void stepped(Set to, int step) {
        each_cell(to, [this, step](int cell) { one(cell - step, cell); });
    }
};

struct Counter {
    int moves = 0;
    bool full() const { return false; }
    void one(int, int) { ++moves; }
    void all(int, Set to) { moves += count(to); }
    void stepped(Set to, int) { moves += count(to); }
};

/// Stops at the first move.
struct Finder {
    bool found = false;
    bool full() const { return found; }
    void one(int, int) { found = true; }
    void all(int, Set to) { found |= to != 0; }
    void stepped(Set to, int) { found |= to != 0; }
};

/// Keeps target sets without listing them: a random game needs one move of forty.
struct Gatherer {
    static constexpr int PAWNS = 2 * CELLS;
    struct Part {
        Set to;
        int from;  // or, for pawns, PAWNS + step
        int moves;
    };
    std::array<Part, MAX_MOVES> parts;
    std::size_t size = 0;
    std::uint32_t moves = 0;

    bool full() const { return false; }
    void one(int from, int to) { add(bit(to), from, 1); }
    void all(int from, Set to) { add(to, from, count(to)); }
    void stepped(Set to, int step) { add(to, PAWNS + step, count(to)); }
    void add(Set to, int from, int number) {
        parts[size] = {to, from, number};
        size += number != 0;
        moves += static_cast<std::uint32_t>(number);
    }
    Move pick(int index) const {
        const Part* part = parts.data();
        while (index >= part->moves) index -= (part++)->moves;
        Set to = part->to;
        while (index-- > 0) to &= to - 1;
        const int cell = first(to);
        return make_move(part->from < CELLS ? part->from : cell - (part->from - PAWNS), cell);
    }
};

template <class Sink>
void tried(const Board& board, Sink& sink, int from, Set to) {
    while (to != 0) {
        const int cell = pop(to);
        if (board.safe_after(from, cell)) sink.one(from, cell);
    }
}

}  // namespace

template <class Sink>
void Board::each_move(Sink& sink, const Danger& found, Set onto) const {
    const Color us = to_move_;
    if (found.checkers != 0) return each_evasion(sink, found, onto);

    // A set-up may leave the enemy king in check with us to move: it is never taken.
    const Set own = pieces(us), enemies = pieces(us ^ 1), never = pieces(us ^ 1, KING);
    const Set free = onto & ~(own | never | found.hollow), sure = ~found.blockers;
    // 1. Pawns, all at once
    const Set pawns = pieces(us, PAWN) & sure, far = pawns & FAR_SIDE[us];
    if (us == RED) sink.stepped((pawns >> FILES) & free, -FILES);
    else sink.stepped((pawns << FILES) & BOARD & free, FILES);
    sink.stepped(((far & ~FILE_A) >> 1) & free, -1);
    sink.stepped(((far & ~FILE_I) << 1) & free, 1);
    // 2. Pieces that no attack on the king depends on
    for (Set s = pieces(us, ROOK) & sure; s != 0;) {
        const int cell = pop(s);
        sink.all(cell, rook_targets(cell) & free);
    }
    for (Set s = pieces(us, CANNON) & sure; s != 0;) {
        const int cell = pop(s);
        sink.all(cell, cannon_targets(cell, enemies) & free);
    }
    for (Set s = pieces(us, HORSE) & sure; s != 0;) {
        const int cell = pop(s);
        sink.all(cell, HORSE_JUMPS[static_cast<std::size_t>(cell)][leg_bits(occupied_, cell)] & free);
    }
    if (sink.full()) return;
    for (Set s = pieces(us, ELEPHANT) & sure; s != 0;) {
        const int cell = pop(s);
        sink.all(cell, ELEPHANT_JUMPS[static_cast<std::size_t>(cell)][eye_bits(occupied_, cell)] & free);
    }
    for (Set s = pieces(us, ADVISOR) & sure; s != 0;) {
        const int cell = pop(s);
        sink.all(cell, ADVISOR_STEPS[static_cast<std::size_t>(cell)] & free);
    }
    // 3. The king and the blockers, move by move
    tried(*this, sink, king(us), targets(king(us)) & onto);
    for (Set s = found.blockers; s != 0;) {
        const int cell = pop(s);
        tried(*this, sink, cell, targets(cell) & onto);
    }
}

template <class Sink>
void Board::each_evasion(Sink& sink, const Danger& found, Set onto) const {
    const Color us = to_move_;
    const int home = king(us);
    const Set own = pieces(us);
    tried(*this, sink, home, targets(home) & onto);
    if (sink.full()) return;

    // Cells where an own piece may end a single check, and the one piece that may end it by leaving. Against several
    // checks at once everything is tried: it is rare, and one screen may serve two cannons.
    Set answers = BOARD, leaver = 0;
    if ((found.checkers & (found.checkers - 1)) == 0) {
        const int checker = first(found.checkers);
        answers = found.checkers;
        const Set gap = PALACE_BETWEEN[PALACE_INDEX[static_cast<std::size_t>(home)]][static_cast<std::size_t>(checker)];
        switch (type_of(at(checker))) {
            case HORSE:
                answers |= bit(horse_leg(checker, home));
                break;
            case CANNON:
                leaver = gap & own;
                [[fallthrough]];
            case ROOK:
            case KING:
                answers |= gap;
                break;
            default:
                break;
        }
    }
    for (Set s = own ^ bit(home); s != 0 && !sink.full();) {
        const int cell = pop(s);
        tried(*this, sink, cell, (has(leaver, cell) ? targets(cell) : targets(cell) & answers) & onto);
    }
}

void Board::generate(Moves& list) const {
    list.clear();
    Lister sink{list};
    each_move(sink, danger(to_move_), BOARD);
}

void Board::generate(Moves& list, Set onto) const {
    list.clear();
    Lister sink{list};
    each_move(sink, danger(to_move_), onto);
}

int Board::count_moves() const {
    Counter sink;
    each_move(sink, danger(to_move_), BOARD);
    return sink.moves;
}

bool Board::has_move() const {
    Finder sink;
    each_move(sink, danger(to_move_), BOARD);
    return sink.found;
}

Move Board::random_move(Random& random, const Danger& found) const {
    Gatherer sink;
    each_move(sink, found, BOARD);
    return sink.moves == 0 ? NO_MOVE : sink.pick(static_cast<int>(random.below(sink.moves)));
}

bool Board::is_legal(Move move) const {
    if (move >= NUM_MOVES) return false;
    const int from = from_of(move), to = to_of(move);
    return has(pieces(to_move_), from) && has(targets(from), to) && safe_after(from, to);
}

std::uint64_t Board::perft(int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(count_moves());
    Moves moves;
    generate(moves);
    std::uint64_t nodes = 0;
    for (const Move move : moves) {
        Undo undo;
        do_move(move, undo);
        nodes += perft(depth - 1);
        undo_move(move, undo);
    }
    return nodes;
}

}  // namespace duiyi::xiangqi
