/** What is tried first: the commonest passwords of eight characters and more, in English, French and of this trade. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 12345678910
  0123456789 987654321 9876543210 11111111 111111111 1111111111 00000000 000000000 88888888 66666666 77777777 99999999 12341234
  11223344 1122334455 123123123 123321123 147258369 159753456 741852963 789456123 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
  qwertz12 qwertz123 azertyui azertyuiop azerty12 azerty123 azerty1234 asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx q1w2e3r4 abcd1234 abcdefgh abcdefghi abc12345 a1b2c3d4 aaaaaaaa iloveyou iloveyou1 jetaime1 jetaime123 motdepasse
  motdepasse1 motdepasse123 administrator administrateur administration admin123 admin1234 admin12345 administrator1 letmein1
  letmein123 welcome1 welcome12 welcome123 bienvenue bienvenue1 bienvenue123 bonjour1 bonjour12 bonjour123 sunshine sunshine1
  princess princess1 football football1 baseball basketball superman superman1 batman123 pokemon1 pokemon123 starwars starwars1
  trustno1 whatever computer internet michelle jennifer jonathan nicolas1 alexandre doudou123 chouchou loulou123 marseille
  marseille13 parisparis chocolat chocolat1 chocolate fournil1 fournil12 fournil123 fournil1234 boulangerie boulangerie1 boulanger
  boulanger1 baguette baguette1 baguette123 croissant croissant1 patisserie patisserie1 restaurant restaurant1 summer2024 summer2025
  summer2026 winter2024 winter2025 winter2026 ete2026! changeme changeme1 changeme123 default1 temp1234 test1234 testtest azertyuiop1
  soleil123 loulou12 secret123 master123 monkey123 dragon123 shadow123 mustang1 corvette maverick blink182 iloveyou2 lovely123`
    .trim()
    .split(/\s+/),
);
