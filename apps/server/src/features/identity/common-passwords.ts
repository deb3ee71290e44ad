/**
 * The most common leaked passwords that satisfy the rule of R5.2 (8 to 24 characters, the first a
 * letter). Lower case.
 */
import { dictionary } from '@zxcvbn-ts/language-common';

const LIST = `
a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa1234567 aa12345678 aaa12345 aaaaaaaa
aaaaaaaa1 abc12345 abc123456 abc1234567 abc123abc abc123def abcd1234 abcd12345 abcd123456 abcdefg1
abcdefg123 abcdefgh abcdefghi access14 admin123 admin1234 admin12345 admin123456 admin@123 admin@1234
administrator administrator1 alexander alexander1 alexander123 alexandra andrew123 android1 angel123
angels123 anthony1 apple123 arsenal1 arsenal123 as123456 asd12345 asdasd123 asdf1234 asdf12345 asdfasdf
asdfghjk asdfghjkl asdfghjkl1 asdqwe123 ashley123 assassin assassin1 autumn123 autumn2024 avengers
avengers1 az123456 b1234567 babyboy1 babygirl babygirl1 babygirl123 bananas1 barcelona barcelona1
baseball baseball1 basketball basketball1 batman123 beautiful beautiful1 benjamin binance1 binance123
bitcoin! bitcoin1 bitcoin123 bitcoin2024 bitcoin2025 black123 blessed1 blink182 blockchain blockchain1
blue1234 blueberry blueberry1 brandon1 broncos1 budweiser buster123 butterfly butterfly1 c1234567
camaro123 caonima123 captain1 carlsberg changeit changeme changeme1 changeme123 charlie1 charlie123
cheese123 chelsea1 chelsea123 chen123456 chevelle chevrolet chocolate chocolate1 christian christopher
cinnamon cinnamon1 cocacola cocacola1 coinbase coinbase1 coinbase123 computer computer1 cookie123
corona123 corvette cowboys1 cristiano crypto123 crypto1234 cryptocurrency cupcake1 d1234567 daniel123
danielle darkness1 darkside deadpool1 december december1 default1 default123 demo1234 demo12345 diamond1
diamond123 dogecoin dogecoin1 dragon12 dragon123 eagles123 einstein elizabeth elizabeth1 ethereum
ethereum1 ethereum123 facebook facebook1 facebook123 february ferrari1 football football1 football123
forever1 forever21 fortnite fortnite1 freedom1 freedom123 friday123 frodo123 gandalf1 george123
ginger123 godisgood godzilla1 golden123 goodluck google123 green123 gryffindor guest123 hannah123
harley123 harrypotter harrypotter1 heaven123 heineken hello123 hello1234 hello12345 hellohello
helloworld helloworld1 hobbit123 hodlhodl hogwarts hotmail1 hunter123 iloveu123 iloveyou iloveyou!
iloveyou1 iloveyou12 iloveyou123 iloveyou1314 iloveyou2 iloveyou520 instagram instagram1 internet
internet1 iphone123 ironman1 ironman123 j1234567 jackdaniels january1 jennifer jennifer1 jessica1
jessica123 jesus123 jesuschrist jonathan jordan123 jordan23 joshua123 juventus k1234567 kawasaki
killer123 l1234567 lakers24 letmein! letmein1 letmein12 letmein123 li123456 linkedin linkedin1
linkinpark litecoin litecoin1 liu123456 liverpool liverpool1 liverpool123 login123 login1234 lovelove
lovelove1 lovely123 loveme123 loveyou1 loveyou123 m1234567 maggie123 manchester manchester1 marina123
marlboro marlboro1 master01 master12 master123 matthew1 mercedes mercedes1 messi123 metallica metallica1
michael1 michelle michelle1 microsoft microsoft1 midnight midnight1 million1 millionaire minecraft
minecraft1 monday123 money123 money1234 moneymoney monkey12 monkey123 monster1 monster123 mozart123
mustang1 mustang123 napoleon naruto123 nicholas nicholas1 nihao123 nihao12345 ninja1234 nintendo
nintendo1 november november1 october1 orange123 p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1
pa55w0rd pa55word packers1 passw0rd passw0rd! passw0rd1 password password! password0 password01
password1 password1! password11 password12 password123 password1234 password12345 password123456
password2 password99 password@1 password@123 patricia patriots peaches1 pepper123 pepsicola phoenix1
phoenix123 pineapple pineapple1 playstation playstation1 pokemon1 pokemon123 porsche1 predator predator1
princess princess1 princess123 pumpkin1 purple123 q1234567 q12345678 q123456789 q1w2e3r4 q1w2e3r4t5
q1w2e3r4t5y6 qazwsx123 qazwsxedc qazxsw123 qq123456 qq12345678 qweasd123 qweasdzxc qweqwe123 qwer1234
qwer12345 qwert123 qwert12345 qwerty1! qwerty12 qwerty123 qwerty123! qwerty1234 qwerty12345 qwerty123456
qwerty321 qwertyu1 qwertyui qwertyuiop qwertyuiop1 qwertyuiop123 rainbow1 rainbow123 realmadrid
realmadrid1 red12345 redbull1 redskins robert123 ronaldo123 ronaldo7 root1234 root12345 root123456
s1234567 s12345678 samantha samantha1 samsung1 samsung123 samurai1 satoshi1 satoshi123 saturday scorpion
scorpion1 secret12 secret123 secret1234 september september1 shadow123 shakespeare silver123 slipknot
slipknot1 slytherin snickers snickers1 snowball snowflake spiderman spiderman1 spring123 spring2024
spring2025 startrek starwars starwars1 steelers1 stephanie stephanie1 strawberry strawberry1 summer123
summer2023 summer2024 summer2025 sunday123 sunflower sunflower1 sunshine sunshine1 sunshine123 superman
superman1 superman123 sweetheart sweetie1 temp1234 temppass temppassword tequila1 terminator terminator1
test1234 test12345 test123456 test@123 testing1 testing123 testtest thomas123 thursday tigger123
tomoon123 toor1234 tothemoon toyota123 trustno1 twitter1 twitter123 user1234 user12345 vampire1 vampires
veronica victoria victoria1 w1234567 w123456789 wang1234 wang123456 warrior1 warriors1 watermelon
wednesday welcome1 welcome1! welcome12 welcome123 welcome1234 welcome2024 welcome2025 welcome@123
whatever whatever1 white123 william1 windows1 windows10 winter123 winter2023 winter2024 winter2025
wo123456 woaini123 woaini1314 woaini1314520 woaini520 woaini521 wolverine wolverine1 x1234567 xbox3600
yahoo123 yamaha123 yankees1 yellow123 youtube1 z1234567 z12345678 z123456789 zaq12wsx zaq1xsw2 zaq1zaq1
zhang123 zhang123456 zxcv1234 zxcvbnm, zxcvbnm1 zxcvbnm123 zz123456
`;

const SHORTEST = 8;

/**
 * About 14,000, in lower case: the package's list, and the lists above of this trade and of Chinese
 * keyboards.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].filter((password) => password.length >= SHORTEST).map(String),
  ...LIST.trim().split(/\s+/),
]);
