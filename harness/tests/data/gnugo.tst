# A suite in the format of GNU Go: numbered commands, and the answers that are expected of them.
boardsize 9
clear_board
black e5
10 color E5
#? [black]

# A white stone on the same point is illegal, so the color stays.
20 countlib E5
#? [4]
white e6
30 countlib E5
#? [4]

# The answer is a failure.
40 countlib A1
#? [!1]

# Known failures: one fails, one passes.
50 countlib E5
#? [9]*
60 countlib E5
#? [3|4]*

# The answer does not matter.
70 get_trymove_counter
#? [0]&

80 is_legal white E5
#? [0]
90 captures black
#? [[0-9]+]
100 list_stones black
#? [!(A1|B2)]
110 reg_genmove black
#? [[A-HJ][1-9]]
