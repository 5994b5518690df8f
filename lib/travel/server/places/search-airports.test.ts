import { describe, expect, test } from 'vitest'
import { loadGazetteer } from './load-built.ts'
import { createPlaces } from './places.ts'
import { searchAirports } from './search-airports.ts'

const places = createPlaces()
const gazetteer = loadGazetteer(places.root)
const find = (query: string) => searchAirports(places, gazetteer, query)

/** What travelers type in each language of the pages, with the code of the first hit. */
const table = `
en | Corfu CFU, Florence FLR, Goa GOI, Crete HER, Kos KGS, Minorca MAH, Nouméa NOU, Hongkong HKG, Lapland RVN, Nur-Sultan NQZ, Rhodes RHO, Mykonos JMK, Santorini JTR, Naples NAP, Venice VCE, Turin TRN, Sicily CTA, Sardinia CAG, Genoa GOA, Bologna BLQ, Nuremberg NUE, Hanover HAJ, Cologne CGN, Munich MUC, Vienna VIE, Geneva GVA, Lisbon LIS, Porto OPO, Madeira FNC, Algarve FAO, Seville SVQ, Majorca PMI, Ibiza IBZ, Copenhagen CPH, Gothenburg GOT, Stockholm STO, Warsaw WAW, Cracow KRK, Prague PRG, Bucharest BUH, Belgrade BEG, Athens ATH, Thessaloniki SKG, Cairo CAI, Marrakesh RAK, Cape Town CPT, Zanzibar ZNZ, Mauritius MRU, Maldives MLE, Bali DPS, Phuket HKT, Saigon SGN, Okinawa OKA, Hawaii HNL, Fiji NAN, Tahiti PPT, New Delhi DEL, Bombay BOM, Calcutta CCU, Chicago CHI
de | Korfu CFU, Florenz FLR, Kreta HER, Rhodos RHO, Mykonos JMK, Santorin JTR, Neapel NAP, Venedig VCE, Mailand MIL, Rom ROM, Sizilien CTA, Sardinien CAG, Genua GOA, Nürnberg NUE, Hannover HAJ, Köln CGN, München MUC, Wien VIE, Zürich ZRH, Genf GVA, Basel BSL, Straßburg SXB, Lissabon LIS, Teneriffa TCI, Kopenhagen CPH, Göteborg GOT, Warschau WAW, Krakau KRK, Danzig GDN, Prag PRG, Bukarest BUH, Belgrad BEG, Athen ATH, Zypern LCA, Kairo CAI, Algier ALG, Kapstadt CPT, Sansibar ZNZ, Malediven MLE, Seychellen SEZ, Singapur SIN, Peking BJS, Schanghai SHA, Tokio TYO, Neu-Delhi DEL, Mexiko-Stadt MEX, Havanna HAV, Brüssel BRU, Antwerpen ANR, Den Haag RTM, Mauritius MRU, Fidschi NAN, Moskau MOW, Kiew KBP, Tiflis TBS, Eriwan EVN, Lappland RVN, Island REK, Damaskus DAM, Luxemburg LUX
es | Corfú CFU, Florencia FLR, Creta HER, Rodas RHO, Nápoles NAP, Venecia VCE, Milán MIL, Roma ROM, Sicilia CTA, Cerdeña CAG, Génova GOA, Turín TRN, Bolonia BLQ, Múnich MUC, Colonia CGN, Hamburgo HAM, Fráncfort FRA, Dresde DRS, Núremberg NUE, Viena VIE, Ginebra GVA, Basilea BSL, Estrasburgo SXB, Londres LON, Edimburgo EDI, Dublín DUB, Copenhague CPH, Gotemburgo GOT, Estocolmo STO, Varsovia WAW, Cracovia KRK, Praga PRG, Bucarest BUH, Belgrado BEG, Atenas ATH, Salónica SKG, Estambul IST, El Cairo CAI, Túnez TUN, Argel ALG, Ciudad del Cabo CPT, Nueva York NYC, Filadelfia PHL, Ciudad de México MEX, La Habana HAV, Nueva Delhi DEL, Pekín BJS, Shanghái SHA, Seúl SEL, Tokio TYO, Singapur SIN, Yakarta JKT, Bruselas BRU, Amberes ANR, Burdeos BOD, Marsella MRS, Niza NCE, Moscú MOW, Reikiavik REK, Sídney SYD
nl | Korfoe CFU, Kreta HER, Rhodos RHO, Napels NAP, Venetië VCE, Milaan MIL, Sicilië CTA, Sardinië CAG, Turijn TRN, Neurenberg NUE, Keulen CGN, Wenen VIE, Genève GVA, Bazel BSL, Straatsburg SXB, Londen LON, Parijs PAR, Lissabon LIS, Kopenhagen CPH, Warschau WAW, Praag PRG, Boedapest BUD, Boekarest BUH, Belgrado BEG, Athene ATH, Istanboel IST, Caïro CAI, Kaapstad CPT, Mexico-Stad MEX, Havana HAV, Peking BJS, Seoel SEL, Tokio TYO, Berlijn BER, Antwerpen ANR, Den Haag RTM, Moskou MOW, Kiev KBP, Beiroet BEY, Bakoe GYD, Koeweit KWI, IJsland REK, Sint-Petersburg LED, Luxemburg LUX, Londen Heathrow LHR, Berlijn Brandenburg BER, Malediven MLE, Seychellen SEZ, Hawaï HNL, Lapland RVN
ja | 成田 NRT, 羽田 HND, 沖縄 OKA, ハワイ HNL, 東京 TYO, 大阪 OSA, 札幌 SPK, 福岡 FUK, 名古屋 NGO, 広島 HIJ, 仙台 SDJ, 長崎 NGS, 函館 HKD, 松山 MYJ, ソウル SEL, 釜山 PUS, 済州島 CJU, 台北 TPE, 香港 HKG, マカオ MFM, 北京 BJS, 上海 SHA, 広州 CAN, 大連 DLC, 青島 TAO, バンコク BKK, プーケット HKT, チェンマイ CNX, シンガポール SIN, クアラルンプール KUL, ジャカルタ JKT, バリ島 DPS, マニラ MNL, セブ島 CEB, ハノイ HAN, ダナン DAD, ホーチミン SGN, プノンペン KTI, ヤンゴン RGN, デリー DEL, ムンバイ BOM, コロンボ CMB, モルディブ MLE, ドバイ DXB, ドーハ DOH, イスタンブール IST, カイロ CAI, ナイロビ NBO, ケープタウン CPT, ロンドン LON, パリ PAR, ローマ ROM, ミラノ MIL, フィレンツェ FLR, ベネチア VCE, ナポリ NAP, マドリード MAD, バルセロナ BCN, リスボン LIS, ベルリン BER, ミュンヘン MUC, フランクフルト FRA, ウィーン VIE, チューリッヒ ZRH, ジュネーブ GVA, アムステルダム AMS, ブリュッセル BRU, コペンハーゲン CPH, ストックホルム STO, ヘルシンキ HEL, オスロ OSL, プラハ PRG, ブダペスト BUD, ワルシャワ WAW, アテネ ATH, モスクワ MOW, ニューヨーク NYC, ロサンゼルス LAX, サンフランシスコ SFO, シアトル SEA, シカゴ CHI, ボストン BOS, ラスベガス LAS, ホノルル HNL, グアム GUM, バンクーバー YVR, トロント YTO, メキシコシティ MEX, シドニー SYD, メルボルン MEL, ケアンズ CNS, オークランド AKL, ヌメア NOU, タヒチ PPT
`
const queries = table
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [language = '', list = ''] = line.split(' | ')
    return list.split(', ').map((entry): [string, string, string] => [language, entry.slice(0, -4), entry.slice(-3)])
  })

test('the table has 300 queries in five languages', () => {
  expect(queries.length).toBeGreaterThanOrEqual(300)
  expect(new Set(queries.map(([language]) => language)).size).toBe(5)
})

test.each(queries)('%s: %s finds %s first, also in lower case', (_, query, code) => {
  expect(find(query)[0]?.code).toBe(code)
  expect(find(query.toLowerCase())[0]?.code).toBe(code)
})

test('every airport is found first by its ICAO code', () => {
  const coded = places.airportCodes.flatMap((code) => {
    const icao = places.airport(code)?.icao
    // The code of an area may be that of an airport elsewhere.
    return icao && places.byCode(code)?.airports.includes(code) ? [{ code, icao }] : []
  })
  expect(coded.length).toBeGreaterThan(3500)
  const names = new Map(coded.map(({ code, icao }) => [icao, code]))
  const wrong = [...names].filter(([icao, code]) => {
    const [first] = places.search(icao, 1)
    return first === undefined || !places.byCode(first.code)?.airports.includes(code)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['TXL', 'BER'],
  ['SXF', 'BER'],
  ['TSE', 'NQZ'],
  ['KIV', 'RMO'],
  ['PBI', 'DJT'],
  ['CSL', 'CSW'],
])('the former code %s finds %s', (former, code) => {
  expect(find(former)[0]?.code).toBe(code)
})

test('a code in capitals means the code, and a name in small letters the place of that name', () => {
  expect(find('GOA')[0]?.code).toBe('GOA')
  expect(find('goa')[0]?.code).toBe('GOI')
  expect(find('KOS')[0]?.code).toBe('KOS')
})

describe('a place without an airport', () => {
  test.each([
    ['Kyoto', ['OSA', 'ITM', 'KIX']],
    ['京都', ['OSA', 'ITM', 'KIX']],
    ['Oxford', ['LHR']],
    ['Interlaken', ['BRN', 'ZRH']],
    ['Zermatt', ['GVA', 'MXP']],
    ['Montmartre', ['ORY', 'CDG']],
    ['Cambridge, UK', ['STN']],
    ['Heidelberg', ['FRA']],
  ])('%s leads to airports near it, with the distance', (query, codes) => {
    const found = find(query)
    const near = found.filter(({ near }) => near !== undefined)
    expect(near.map(({ code }) => code)).toEqual(expect.arrayContaining(codes))
    expect(found[0]).toEqual(near[0])
    for (const { near: distance } of near) {
      expect(distance?.km).toBeGreaterThan(0)
      expect(distance?.km).toBeLessThanOrEqual(150)
    }
  })

  test('a place with an airport of its own leads to no other', () => {
    for (const query of ['Seattle', 'Tokyo', 'Hawaii', 'Japan', 'London, UK', 'LHR', 'EGLL', 'Florenz', 'birmingham']) {
      expect(find(query).filter(({ near }) => near)).toEqual([])
    }
  })
})

test.each([
  ['Brooklyn', 'NYC', 'Brooklyn'],
  ['Tiflis', 'TBS', 'Tiflis'],
  ['ハワイ', 'HNL', 'ハワイ'],
  ['Seattle', 'SEA', undefined],
  ['SEA', 'SEA', undefined],
  ['heathrow', 'LHR', undefined],
])('%s leads to %s, and says why it matches: %s', (query, code, matched) => {
  expect(find(query)[0]).toMatchObject({ code, ...(matched === undefined ? {} : { matched }) })
  if (matched === undefined) expect(find(query)[0]).not.toHaveProperty('matched')
})
