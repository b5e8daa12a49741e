import type { HelpTexts } from './text';

const texts: HelpTexts = {
  chinese_checkers: {
    lead: 'Bring your ten marbles across the star before anybody else does. Nothing is ever captured; everybody is a bridge.',
    sections: [
      {
        title: 'The aim',
        text: [
          'Each player owns a camp of ten holes, one point of the star, and has to fill the camp straight across. Two, three, four or six people can play; on your screen your own camp always lies at the bottom.',
        ],
      },
      {
        title: 'Moving',
        text: [
          'In your turn you move one marble: either one step to a neighbouring empty hole, or a chain of hops. A hop jumps straight over one neighbouring marble, yours or anybody’s, into the empty hole right behind it.',
          'A chain may change direction after every hop and may stop wherever you like. A step and a hop are never mixed in one turn, and the marbles you jump over stay where they are.',
        ],
        demos: [
          { name: 'chinese_checkers_step', caption: 'Steps and a first hop: both sides leave home.' },
          { name: 'chinese_checkers_chain', caption: 'One turn, eight hops: from home right into the goal.' },
        ],
      },
      {
        title: 'Camps',
        text: ['Under the standard rules:'],
        points: [
          'A marble may hop through a foreign camp, but it may not stop in one that is neither your home nor your goal.',
          'A marble that has reached the goal stays in it, though it may still move inside.',
          'If every hole of your goal is filled and at least one of the marbles is yours, you have finished: nobody can keep you out by staying at home.',
        ],
        demos: [{ name: 'chinese_checkers_home', caption: 'The last marble comes home: the race is won.' }],
      },
      {
        title: 'Winning',
        text: [
          'Whoever finishes first is first; the others play on for the places. After 400 turns each, the distance still to go decides.',
          'Variants: under “ruc” the camps do not limit you, all ten marbles must be home, and who runs out of time leaves the board. Under “tsinghua” (two players) 5, 8 and 10 marbles must have left home after rounds 20, 25 and 30. Long hops jump over a distant marble to the hole just as far behind it.',
        ],
      },
    ],
  },
  nogo: {
    lead: 'Go turned upside down: whoever captures has lost. The winner is the one who still has somewhere to play.',
    sections: [
      {
        title: 'The aim',
        text: [
          'Black and White take turns to put a stone on an empty point of a 9×9 board; Black begins. Stones never move. Nobody may pass.',
        ],
        demos: [{ name: 'nogo_play', caption: 'An opening. Quiet corners will be worth most.' }],
      },
      {
        title: 'What is forbidden',
        text: [
          'Stones of one colour that touch along the lines form a group; the empty points next to a group are its liberties. Two kinds of moves are forbidden:',
        ],
        points: [
          'Capture: to take the last liberty of an enemy group.',
          'Suicide: to leave your own group without a liberty.',
        ],
        demos: [
          {
            name: 'nogo_illegal',
            caption:
              'Crosses are forbidden to Black (a capture in the corner), hollow squares to White (suicide in the middle of the diamond).',
          },
        ],
      },
      {
        title: 'Winning',
        text: [
          'Whoever has no legal move left loses. So build small eyes that only you may enter: each is a move in reserve, and your opponent has none to answer it.',
          'Under the “course” rule every empty point may be played, but a capture or a suicide loses at once.',
        ],
        demos: [
          { name: 'nogo_end', caption: 'Black takes the last point; White may play nowhere and loses.' },
        ],
      },
    ],
  },
  reversi: {
    lead: 'A minute to learn. Enclose the other colour, turn it over, and have more discs at the end.',
    sections: [
      {
        title: 'Moving',
        text: [
          'Four discs lie in the middle; Black begins. You put a disc of your colour on an empty square so that at least one straight row of enemy discs is caught between the new disc and another of yours.',
          'Every row caught this way is turned over: across, up and down, and along the diagonals. A move that turns nothing is not allowed.',
        ],
        demos: [
          { name: 'reversi_flip', caption: 'The first moves of a game.' },
          { name: 'reversi_rows', caption: 'One disc, five rows: all of them turn.' },
        ],
      },
      {
        title: 'Passing',
        text: [
          'If you can turn nothing, you pass; if you can, you must. The game ends when neither side can move, often with a full board, sometimes earlier.',
        ],
        demos: [
          { name: 'reversi_pass', caption: 'White can turn nothing and has to pass; Black plays again.' },
        ],
      },
      {
        title: 'Winning',
        text: [
          'More discs wins, as many each is a draw. Few discs in the middle game are often good: they leave your opponent few moves. Corners can never be turned back.',
        ],
      },
    ],
  },
  xiangqi: {
    lead: 'Chinese chess: two armies on the points of the lines, a river between them, and a general who never leaves the palace.',
    sections: [
      {
        title: 'The board and the aim',
        text: [
          'Pieces stand on the crossings of nine files and ten ranks. Red begins. You win by checkmate, and also by stalemate: whoever has no legal move has lost.',
        ],
        demos: [
          {
            name: 'xiangqi_mate',
            caption: 'Horse and cannon: the horse guards the flight squares, the cannon gives mate.',
          },
        ],
      },
      {
        title: 'General, advisors, elephants',
        text: ['The home guard.'],
        points: [
          'The general 帥/將 moves one point along the lines and stays in the palace. The two generals may never face each other on an open file.',
          'The advisor 仕/士 moves one point along the palace diagonals.',
          'The elephant 相/象 moves exactly two points diagonally, never crosses the river, and is blocked by a piece on the point between.',
        ],
        demos: [
          {
            name: 'xiangqi_general',
            caption: 'The general may not step to the left: it would face the other general.',
          },
          { name: 'xiangqi_advisor', caption: 'The advisor: diagonals of the palace only.' },
          {
            name: 'xiangqi_elephant',
            caption: 'The elephant: the soldier blocks its eye at the lower left.',
          },
        ],
      },
      {
        title: 'Chariot, horse, cannon',
        text: ['The striking force.'],
        points: [
          'The chariot 車 goes any distance along the lines.',
          'The horse 馬 goes one point straight and one diagonally outward; a piece on the first point blocks it (a hobbled leg).',
          'The cannon 炮 moves like the chariot, but to capture it must jump over exactly one piece.',
        ],
        demos: [
          { name: 'xiangqi_chariot', caption: 'The chariot may take the first enemy on its way.' },
          { name: 'xiangqi_horse', caption: 'The soldier in front hobbles the horse: no jump that way.' },
          {
            name: 'xiangqi_cannon',
            caption: 'The cannon cannot take the soldier, but takes the horse behind it.',
          },
        ],
      },
      {
        title: 'Soldiers',
        text: [
          'A soldier 兵/卒 moves and takes one point forward; past the river also sideways, never back.',
        ],
        demos: [{ name: 'xiangqi_soldier', caption: 'Past the river: forward or sideways.' }],
      },
      {
        title: 'Repetition and draws',
        text: [
          'Nobody may win or draw by checking or chasing for ever. When a position comes up for the third time, who has checked all the way loses; who has chased the same unprotected piece all the way loses; if both or neither did, it is a draw. The board tells you why.',
          'Sixty moves by each side without a capture draw, and so do armies that cannot mate.',
        ],
      },
    ],
  },
  gomoku: {
    lead: 'Five in a row. As free play it is a game of attack; as Renju, with forbidden points for Black, a game of kings.',
    sections: [
      {
        title: 'The aim',
        text: [
          'Black and White take turns to put a stone on a crossing of the 15×15 board. Whoever first has five in an unbroken line, across, down or diagonal, wins. A full board is a draw.',
        ],
        demos: [
          { name: 'gomoku_five', caption: 'Black makes two threats at once; only one can be stopped.' },
        ],
      },
      {
        title: 'Rule sets',
        text: ['What counts as five differs:'],
        points: [
          'Freestyle: five or more wins.',
          'Standard: exactly five wins; six in a row do not.',
          'Caro: exactly five, and not closed at both ends by enemy stones.',
          'Renju: Black needs exactly five and has forbidden points; White wins with five or more.',
        ],
      },
      {
        title: 'Renju: forbidden points',
        text: [
          'Black’s first move is strong, so Black may not play certain points. They are marked with a cross, and the reason is shown when you point at it. A move that makes five is never forbidden.',
        ],
        points: [
          'Double three: one stone makes two open threes.',
          'Double four: one stone makes two fours.',
          'Overline: six or more in a row.',
        ],
        demos: [
          { name: 'renju_double_three', caption: 'A stone on the cross would make two open threes.' },
          { name: 'renju_double_four', caption: 'A stone on the cross would make two fours.' },
          { name: 'renju_overline', caption: 'A stone on the cross would make six in a row.' },
        ],
      },
      {
        title: 'Fair openings',
        text: [
          'Swap: one player puts the first three stones, the other chooses a colour. Swap2: instead of choosing, the other may add two stones and give the choice back. Taraguchi-10: a Renju opening with a choice of colour after each of the first moves, and, if wanted, ten offers for the fifth.',
        ],
      },
    ],
  },
};

export default texts;
