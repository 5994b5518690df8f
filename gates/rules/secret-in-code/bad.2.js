const headers = { authorization: "Bearer q7Rt2mXw9Kp4Vz8Nb3Hc6Yd1Lf5Gs0Ju2Ae" }
