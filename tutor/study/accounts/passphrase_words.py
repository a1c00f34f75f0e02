"""The words of the passphrases that are suggested: short, common, and fit for children.

From the short word list of the Electronic Frontier Foundation, https://www.eff.org/dice, under the licence Creative
Commons Attribution 3.0 (United States), https://creativecommons.org/licenses/by/3.0/us/. Left out are words of fewer
than 4 letters, names, and words about crime, drink, drugs, bodies, illness, violence and insults.
"""

from __future__ import annotations

_WORDS = """
acid acorn acre afar affix agent agile aide aids ajar alike alive aloe aloft aloha amend ample amuse angel angle
ankle apple apron aqua area arena arise aroma array atlas atom attic audio avoid awake award awoke axis bacon badge
bagel baggy baked baker balmy banjo barge barn basil bask bath baton bats blank blaze blend blink blog blush boast
boat bonus book booth boots both brick bride brim bring brink brisk broad brook broom brush buck bulk bunch bunny
buzz cable cache cage cake calm cameo canal candy cane canon cape card cargo carry carve case cash cause cedar chain
chair chant charm chase cheer chef chess chief chill chip chop chow chunk churn cinch city civic civil clad claim
clamp clap clasp class claw clay clean clear cleat cleft clerk click cling clink clip cloak clock clone cloth cloud
coach coast coat colt come comic comma cone cope copy coral cork cost couch cover cozy craft cramp crane crank crate
crave crawl crepe crisp crop cross crowd crown crumb cure curl curry curve cycle daily dairy daisy dance dandy dash
data date deal dean debug decal deck decor deed delay dent depth desk dial diary dice dill dime dimly diner dingy
disco dish disk dock dodge doing dome donor donut dove down draw dress dried drift drill drive drone drove drum duck
duct duke dusk dust duty dwell eagle early earth easel east eaten eats ebook echo edge eject elbow elder elude elves
email emit empty enter entry envoy equal essay etch even evoke exact exit fable faced fact fade fall fancy feast
feed fence fend ferry fetch fiber fifth fifty film finch five flag flame flap flask fled flick flint flip float
flock floss flyer foam foil folic folk food found foyer frail frame fray fresh frill from front frost froth froze
fruit gains gala game gave gear gecko genre gift gills given giver glad glass glide gloss glove glow glue goal going
golf gong good grab grain grant grape graph grasp grass gravy gray green greet grew grid grill grip grit guide gulf
guru gush habit half halo halt happy haven hazel hazy heap heat hedge hefty help herbs hull human humid hurry icing
icon igloo image iron issue item ivory jazz jeep jelly jiffy jolly juice juicy jump jury keep kick kilt king kite
kitty kiwi knee koala kung ladle lair lake lance land large last latch left lemon lend lens level lever life lift
lilac lily limes line lint lion list lived lunar lunch lyric malt mango manor many match mate math mocha morse most
motor motto mount mouse mouth move movie mulch mule mull mural muse music nacho nail name navy near neat neon nest
next niece ninth oasis ocean olive omen onion only opal open opera otter ounce oval oven pace palm panda paper park
party pasta patch path patio pecan penny perch petal photo plank plant plaza plow plug plus poem poet point polar
polka polo pond pony poppy pound power prism prize proof props pull pulse puma pupil puppy purr purse quiet quill
quilt quit quote radar radio raft rail rake rally ramp ranch range raven reach relax reply rhyme rice rich ride
rigid rigor rinse rise river roast robe robin rock rope rover royal ruby rush sage said salad salon salsa salt same
satin sauna saved savor scale scan scarf scoop scoot scope score scout scuba send serve seven shade shaky shape
share sharp shed sheep sheet shelf shell shine shiny ship shirt shop shore shout shown showy shred sift silk silly
silo sixth size skate skew skies skip skirt skit slack slate sled sleek sleep sleet slice slot small smile snack
snap snowy speak speed spend spent spiny spoke spool spoon sport spot spout spray spree squad squid stack staff
stage stall stamp stand start stash state steam steep stem step stew stick stock stony stood stoop stop storm stove
straw stuff sugar surf sushi swan swarm sweep swell swept swim swing swirl swoop syrup taco take tall tamer taper
taps task taste tasty thank thaw theme thing think thumb tiara tidal tidy tiger tile tilt tint tiny trace track
trade train trait tray treat tree trek trend trial trio trout truce truck trunk tulip tummy turf tusk tutor tweet
twice twine twins twirl twist uncle uncut unify union unit untie upper value vapor venue verse vest video view visa
visor vocal voice volt vowel wafer wagon wake walk wand watch water wavy wheat whole whoop wifi wind wing wink wise
wish wispy wolf wool word work woven wrist yard year yeast yield yodel yoga yoyo yummy zebra zero zesty zippy zone
zoom
"""
PASSPHRASE_WORDS = tuple(_WORDS.split())
