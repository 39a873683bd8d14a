/**
 * The common passwords of at least eight characters that attackers try first: digits, keyboard walks, names, words with a year. Compared
 * in lower case.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
    12345678 123456789 1234567890 12345678910 123456789a 123456789q 1234567891 0123456789 0987654321 987654321 87654321 9876543210
    11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888
    99999999 12341234 12344321 43214321 11223344 112233445566 1122334455 12121212 13131313 10101010 01010101 20202020 69696969
    12312312 123123123 123321123 147258369 147852369 159357456 159753456 741852963 789456123 963852741 98765432 11112222 12345679
    23456789 31415926 14725836 15975346 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qwer1234
    qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop qwertyuiop123 qwertyqwerty qweasdzxc qwe123qwe
    qweqweqwe qazwsxedc qazwsx123 qazxswedc asdfghjk asdfghjkl asdf1234 asdfasdf asdasdasd asd123asd zxcvbnm1 zxcvbnm123 zxcvbnm,
    zaq12wsx zaq1zaq1 xsw21qaz 1234qwer 123qweasd 123qwe123 123456qwerty 12345qwert 123456aa 123456abc 12345678a 12345678q a12345678
    a123456789 aa123456 aa12345678 aaaaaaaa aaa111111 a1b2c3d4 a1b2c3d4e5 abc12345 abcd1234 abc123456 abc123abc abc123123 abcdefgh
    abcdefghi abcdefghij abcd12345 abcabcabc password password0 password1 password2 password3 password01 password11 password12
    password123 password1234 password12345 password123456 password! password1! password. passw0rd p@ssw0rd p@ssword p@ssw0rd1
    p@ssw0rd123 pa$$word pa$$w0rd passwort passwords password99 passw0rd1 passpass pass1234 pass12345 pass123456 mypassword
    thepassword newpassword yourpassword changeme changeme1 changeme123 changeit changeme! letmein1 letmein12 letmein123 letmeinnow
    welcome1 welcome12 welcome123 welcome1234 welcome! welcome2 administrator admin123 admin1234 admin12345 admin123456 administrator1
    adminadmin adminpass root1234 rootroot rootpass toortoor test1234 test12345 testtest testing1 testing123 test123456 temp1234
    temppass guest123 guest1234 user1234 user12345 username default1 default123 secret12 secret123 secret1234 topsecret iloveyou
    iloveyou1 iloveyou2 iloveyou! iloveyou123 ilovegod iloveme1 loveyou1 lovelove loveme123 mylove123 sweetheart princess princess1
    princess123 sunshine sunshine1 football football1 football123 baseball baseball1 basketball basketball1 volleyball superman
    superman1 batman123 spiderman spiderman1 starwars starwars1 pokemon1 pokemon123 pikachu1 minecraft minecraft1 fortnite roblox123
    michael1 michelle jennifer jessica1 jonathan jordan23 charlie1 ashley123 alexander alexandra elizabeth samantha nicholas christian
    christina veronica victoria isabella danielle anthony1 matthew1 patricia barcelona liverpool liverpool1 chelsea1 arsenal1
    manchester realmadrid juventus1 steelers cowboys1 yankees1 redsox12 lakers24 eagles123 corvette mercedes ferrari1 porsche1
    mustang1 chevrolet computer computer1 internet internet1 samsung1 samsung123 iphone123 android1 google123 facebook facebook1
    whatsapp instagram youtube1 microsoft windows1 linux123 oracle123 mysql123 postgres p0stgres database server123 hello123 hello1234
    hellohello helloworld goodluck dragon12 dragon123 monkey12 monkey123 shadow12 shadow123 master12 master123 mastermind trustno1
    trustnoone whatever whatever1 freedom1 blink182 jordan123 hunter12 hunter123 killer12 killer123 rockyou1 rockstar chocolate
    chocolate1 butterfly butterfly1 strawberry cheesecake babygirl babygirl1 beautiful beautiful1 gorgeous precious friends1 forever1
    forever21 happy123 happiness lucky123 diamond1 midnight mountain elephant scorpion phoenix1 thunder1 lightning hurricane
    tinkerbell cinderella snowball snoopy12 garfield scoobydoo summer12 summer123 summer2020 summer2021 summer2022 summer2023
    summer2024 summer2025 winter12 winter123 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 spring2024 spring2025
    autumn2024 autumn2025 january1 february november december september qatar2022 dubai123 saudi123 riyadh123 egypt123 mohammed
    mohammed1 mohamed1 mohamed123 muhammad muhammad1 ahmed123 ahmed1234 abdullah abdullah1 ali12345 allah123 bismillah inshallah
    alhamdulillah mashallah mustafa1 mustafa123 ibrahim1 ibrahim123 fatima123 hassan123 hussein1 aa112233 a112233a asd12345 asd123456
    zxc12345 zxc123456 qwe12345 qwe123456 q1234567 q12345678 w1234567 a1234567 s1234567 m1234567 h1234567 p4ssw0rd p4ssword pa55word
    pa55w0rd 1password 123password 12345password access14 access123 login123 loginlogin security security1
  `
    .trim()
    .split(/\s+/),
);
