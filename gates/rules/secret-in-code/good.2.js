const headers = { authorization: `Bearer ${process.env.API_TOKEN}` }
const shown = "Bearer YOUR_TOKEN_1_2_3_4_5_6_7_8_9_0_1_2_3"
