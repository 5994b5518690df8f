/**
 * Other names by which travelers find a city, in five languages: islands, regions, other spellings and former names, by
 * the code of the airport or area that they mean. `local-names.ts` has the names that pages show.
 */
const text = `
ALA Almatý
ALC Alacant
ALP Aleppo
AMM Ammán
ASU Asuncion
AUA アルバ島
BAH Bahréin|Bahrein|バーレーン
BBA Coyhaique
BCN Barcelone
BFS Belfast
BIO Bilbao
BJL Banjul
BJS ペキン|北京市
BKK Bangkok|バンコック
BLQ Bologna
BLR バンガロール
BRE Bremen
BTS Pressburg|Bratislava
CAG Cerdeña|Sardinien|Sardinia|Sardinië|Cagliari|サルデーニャ島
CAN Kanton
CEB セブ島
CFU Corfoe|ケルキラ
CHQ Crete|Kreta|Creta|クレタ島|Hania
CJS Ciudad Juarez|Ciudad Juárez
CJU 済州島|Jeju-do
CMB Sri Lanka
CMN Casablanca
COO Porto-Novo
CTA Sicily|Sizilien|Sicilia|Sicilië|シチリア島
CTU 成都市
CUR Curazao|キュラソー島
DAD Đà Nẵng
DAM Damascus
DEL New Delhi|ニューデリー
DOM Dominica
DPS バリ
DXB Doebai
EDI Edinburg
EIS Tortola
ESB Ankara
EVN Eriwan
FAO Algarve|アルガルヴェ
FNC Funchal|マデイラ島
GDN Dánzig
GOT Gothenburg
GPS Galapagos|Galápagos|ガラパゴス
GUM Guam
GYD Baku
HAJ Hannover|Hanover
HAV Havana
HEL Helsinki|Helsingfors
HER Crete|Kreta|Creta|クレタ島|Iráklio
HGH 杭州市
HIJ 広島市
HKG Hong-Kong|ホンコン|香港特別行政区
HKT Phuket
HND 羽田|羽田空港|Haneda
HNL ハワイ|Hawái|Hawaï|オアフ島|Hawaii
IBZ Ibiza|Eivissa|イビサ島
IPC Easter Island|Isla de Pascua|Osterinsel|Paaseiland|イースター島
IST Istanboel|イスタンブル
ITO ハワイ島|Hilo
JED Jeddah
JER Jersey
JMK Miconos
JTR Santorín
KBP Kijev|キエフ
KEF アイスランド
KIX 関西国際空港|関空
KJA クラスノヤルスク
KOA ハワイ島|コナ
KTM Kathmandu
KTT Lapland|Kittilä
KWI Kuwait|Koeweit
KZO Qyzylorda
LCA Zypern|Chipre|Cyprus|キプロス
LEJ Leipzig
LGK ランカウイ島
LHR ヒースロー
LJU Laibach
LPA Las Palmas
LUX Luxembourg
LXR Luxor
LYS Lyon
MAH Minorca
MBJ ジャマイカ
MEX CDMX
MFM 澳門
MLA Malta
MLE Malediven|Maldivas|モルディブ
MNL Manila
MRS Marseilles
NAN Fiji|Fidschi|フィジー
NAS Bahamas|バハマ
NGO 中部国際空港
NGS 長崎市
NHV Marquesas
NLK Norfolk Island
NOU ニューカレドニア|New Caledonia|Neukaledonien|Nueva Caledonia
NQZ Nur-Sultan|Nursultan
NRT 成田|成田空港
NUE Nuremberg
NYC New York|ニューヨーク市
OKA 沖縄|Okinawa|沖縄県|那覇市
OLB Olbia|サルデーニャ
OSA Osaka|大阪市|大阪府
PAR パリ市
PBH Thimphu|Bhutan
PEK 北京首都国際空港
PMI Mallorca|Majorca|マヨルカ島|マジョルカ島
PPT Tahití|Französisch-Polynesien|タヒチ|タヒチ島
PRN Pristina
PSA Pisa
PUS プサン
RAK Marraquech
REK Island|IJsland|Islandia
RGN Yangon
RIX Riga
RMO Kischinau|Chişinău|Kishinev|Chisinau
ROM Rome
ROR Palau|パラオ
RTM Den Haag|La Haya|The Hague|ハーグ
RVN Lapland|Lappland|Laponia|ラップランド
SAI Angkor
SAL El Salvador
SEZ Seychellen|Seychelles|セーシェル
SGN Saigón|ホーチミン市
SHA Schanghai|シャンハイ|上海市
SHO Mbabane
SJJ Sarajevo
SJU Puerto Rico|プエルトリコ
SKG Saloniki|Thessaloniki
SKP Skopje|Escopia
SPK 札幌市
SSA Bahia|Bahía
STO Stockholm
STR Stuttgart
STT Saint Thomas
SXM Saint Martin
SZX 深圳市|シンセン
TAO Tsingtau
TIA Tirana
TLL Reval
TLS Tolosa
TLV Tel Aviv
TPE 台北市
TUN Tunis
TYO トウキョウ|東京都
UBN Ulan Bator
URA Oral
VCE ベネチア
VIE ウイーン
VLC Valencia|València
VNO Wilna
XCH Christmas Island
XIY 西安市
ZAG Agram
ZNZ Zanzibar
ZRH チューリヒ
ZTH Zante
`

/** The names by code. */
export const namesByCode: ReadonlyMap<string, readonly string[]> = new Map(
  text
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 3), line.slice(4).split('|')]),
)

/** Codes that airlines no longer use, with the codes of today. */
export const closedCodes: Readonly<Record<string, string>> = {
  CSL: 'CSW',
  FRU: 'BSZ',
  KIV: 'RMO',
  KVD: 'GNJ',
  PBI: 'DJT',
  SXF: 'BER',
  THF: 'BER',
  TSE: 'NQZ',
  TXL: 'BER',
}
