/**
 * What people choose most, by the lists of breached passwords: words, names, teams, brands, keyboard rows. The rules
 * (password-rules.ts) strip digits, signs and swapped letters first, so one word stands for thousands of passwords.
 */
const words = `
password passwort passwd passw pass passcode passphrase secret secrets letmein letmeinnow welcome welcomeback login logon
signin admin administrator root toor user username guest test testing tester demo default changeme change temp temporary
master masterkey access access granted system server network internet computer laptop desktop windows microsoft google gmail
yahoo hotmail outlook facebook instagram twitter whatsapp linkedin youtube tiktok snapchat amazon apple iphone ipad android
samsung nokia sony playstation nintendo xbox minecraft fortnite roblox pokemon pikachu zelda mario sonic warcraft starcraft
diablo counterstrike callofduty halo gta office work company business manager boss owner staff reception receptionist
clinic doctor doctors nurse patient patients medical medicine health healthy wellness hospital therapy massage yoga ayurveda
ayurvedic namaste lotus chakra karma om shanti buddha krishna ganesh ganesha shiva hanuman ram rama sita sai saibaba
iloveyou iloveu iloveme iloveyousomuch loveyou love lover lovely loveme lovers mylove truelove sweetheart darling honey baby
babygirl babyboy babe sugar sweet sweety sweetie sweetpea cutie cute angel angels princess prince queen king kingdom
sunshine sunflower sunny sun moon moonlight star stars starlight sky blue red green yellow orange purple pink black white
silver gold golden rainbow flower flowers rose roses lily daisy jasmine violet tulip orchid butterfly dragonfly dragon
dragons monkey monkeys tiger tigers lion lions eagle eagles bear bears wolf wolves panther panthers shark sharks horse
horses pony dog dogs doggy puppy puppies cat cats kitty kitten kittens bunny rabbit mouse bird birds chicken duck penguin
dolphin dolphins fish turtle snake spider unicorn elephant giraffe panda koala fox foxes cow pig piggy hamster
shadow shadows ghost ninja ninjas samurai pirate pirates warrior warriors knight knights wizard wizards magic magical
merlin gandalf hobbit frodo matrix starwars startrek skywalker vader yoda chewbacca superman batman spiderman ironman
wonderwoman hulk thor avengers marvel joker harry harrypotter potter hermione hogwarts disney mickey minnie tinkerbell
cinderella snoopy garfield scooby scoobydoo simpsons homer bart barbie hello hellokitty hello hellothere hi hey
football soccer baseball basketball hockey softball volleyball tennis golf golfer swimming swimmer running runner fishing
hunting hunter racing racer skater skateboard surfing surfer boxing wrestling karate yankees redsox cowboys steelers
packers raiders broncos dolphins lakers celtics bulls rangers crimson crimsontide rolltide alabama auburn wareagle birmingham
hoover arsenal chelsea liverpool manchester united barcelona madrid realmadrid juventus milan ronaldo messi beckham jordan
michael michelle jessica jennifer ashley amanda sarah stephanie nicole heather elizabeth melissa amber samantha lauren
megan rachel rebecca kimberly christina brittany danielle tiffany vanessa natalie hannah emily emma olivia sophia isabella
ava mia abigail madison charlotte amelia evelyn grace chloe victoria lily zoe anna maria laura linda susan karen nancy lisa
betty helen sandra donna carol ruth sharon patricia barbara mary margaret dorothy andrew daniel matthew joshua david james
robert john joseph william thomas christopher anthony mark brian kevin jason justin brandon eric steven steve timothy tim
richard jeffrey jeff ryan jacob jake nicholas nick alexander alex alexis jonathan benjamin ben samuel sam nathan tyler zachary
austin dylan logan ethan noah liam mason lucas oliver henry jack charlie charles george peter paul patrick martin chris
mike michaela max maxwell maggie molly lucy bella sadie daisy buddy bailey rocky cooper duke bear tucker oreo ginger pepper
coco simba sophie chester rusty smokey lucky misty peanut princess precious snickers sparky taylor harley hunter jordan
raj ravi kumar sharma patel singh priya anita sunita rahul rohit amit anil vijay sanjay deepak lakshmi radha gita maya
spring summer autumn fall winter january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday morning night christmas easter halloween
thanksgiving birthday happy happybirthday holiday vacation weekend forever always never ever family mother mom mommy mama
father dad daddy papa brother sister grandma grandpa son daughter children kids husband wife friend friends bestfriend
friendship together life lifeisgood goodlife live living freedom free peace peaceful hope faith believe trust truth blessed
blessing bless god jesus jesuschrist christ lord church heaven heavenly bible amen praise angel spirit holy gospel
jesusislord godisgood inlovewithyou money dollar rich richer millionaire success winner winning win lucky luck jackpot
casino poker diamond diamonds crystal pearl ruby emerald sapphire trustno trustnoone whatever nothing something anything
everything nobody somebody who what why how no yes maybe please thankyou thanks sorry hola amigo amor bonjour ciao
chocolate cookie cookies candy cake cupcake icecream cheese cheesecake pizza burger hotdog coffee tea beer wine whiskey
vodka banana apple apples orange cherry strawberry blueberry peach peaches mango lemon melon pumpkin potato tomato pepper
garlic butter bacon honey pancake noodle rice curry turmeric pickle peanutbutter
america american usa unitedstates texas florida california newyork chicago boston dallas houston atlanta london england
paris france germany berlin italy rome spain mexico canada india delhi mumbai china japan tokyo russia moscow brazil
mustang corvette camaro ferrari porsche mercedes bmw audi honda toyota nissan chevy chevrolet ford jeep harleydavidson
yamaha suzuki kawasaki ducati truck trucks car cars motorcycle airplane pilot captain sailor soldier army navy marine
marines airforce police fireman firefighter teacher student school college university graduate music musician guitar piano
drums drummer singer dancer dancing dance rock rocknroll rockstar metal metallica nirvana slipknot eminem beatles elvis
madonna beyonce rihanna shakira bieber justinbieber onedirection taylorswift blackpink bts kpop jazz blues hiphop
internet online website webmaster domain hosting database oracle mysql postgres linux ubuntu debian docker cisco router
wifi wireless security secure secured private personal confidential account accounts email mail mailbox myemail mypassword
mypass newpassword oldpassword yourpassword thepassword nopassword password word words wordpass pword
qwerty qwertyu qwertyui qwertyuio qwertyuiop qwert qwer qwertz azerty asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv
zxcvb zxcvbn zxcvbnm qaz qazwsx qazwsxedc qazxsw wsx edc rfv tgb yhn ujm zaq zaqwsx zaqxsw qweasd qweasdzxc qwe asd zxc
wasd poiuy poiuytrewq lkjhgf lkjhgfdsa mnbvc mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcdefghijklmnopqrstuvwxyz
abcabc aabbcc aaabbb xyz xxx asdasd qweqwe zxczxc dada lala haha hahaha lol lmao omg wtf rofl blah blahblah foobar foo bar
correcthorsebatterystaple correct horse battery staple opensesame sesame abracadabra hocuspocus expecto patronum
supercalifragilisticexpialidocious thequickbrownfox thequickbrownfoxjumpsoverthelazydog quickbrownfox loremipsum lorem ipsum
donttellanyone donttell cantremember forgot forgotten forget forgetit idontknow dontknow nevermind whoknows
tobeornottobe letthereberock maytheforcebewithyou winteriscoming iamthebest iamyourfather thisismypassword thisisapassword
thisispassword thisisnotapassword ilovemyself ilovemyfamily ilovemydog ilovemycat ilovemykids ilovejesus ilovegod
`

const known = new Set(words.split(/\s+/).filter(Boolean))

/** Whether these lowercase letters are one or two such words. Three make a passphrase. */
export function isMadeOfCommonWords(letters: string) {
  const once = letters.replace(/^(.+?)\1+$/su, '$1')
  if (known.has(once)) return true
  return Array.from({ length: once.length }, (_, cut) => cut).some(
    (cut) => known.has(once.slice(0, cut)) && known.has(once.slice(cut)),
  )
}
