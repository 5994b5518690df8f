curl -H "Authorization: Bearer q7Rt2mXw9Kp4Vz8Nb3Hc6Yd1Lf5Gs0Ju2Ae" https://api.rates.io/v1
