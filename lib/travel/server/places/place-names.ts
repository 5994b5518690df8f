/**
 * Names of cities, islands and regions in English, German, Spanish, Dutch and Japanese that differ from the name in
 * the data, by the code of the airport or area that travelers mean. No package has them: CLDR names countries, and
 * cities only as examples of a time zone.
 */
const text = `
ABZ アバディーン
ACE Lanzarote|ランサローテ島
ADD Addis Abeba|Adís Abeba|アディスアベバ
AGP マラガ
AKL オークランド
ALA Almatý|アルマトイ
ALC Alacant|アリカンテ
ALG Algier|Argel|Algiers|アルジェ
ALP Aleppo|Alepo
AMM Amán|Ammán|アンマン
AMS Ámsterdam
ANC アンカレッジ
ANR Amberes|Antwerpen|アントワープ
ASU アスンシオン|Asunción|Asuncion
ATH Atenas|Athene|Athen|アテネ
ATL アトランタ
AUA アルバ島
AUH Abu Dabi|アブダビ
AYT アンタルヤ
BAH Bahréin|Bahrein|バーレーン
BBA Coyhaique
BCN Barcelone
BEG Belgrad|Belgrado|ベオグラード
BER Berlín|Berlijn
BEY Beirut|Beiroet|ベイルート
BFS Belfast|ベルファスト
BGO ベルゲン
BGW Bagdad|バグダード
BHX バーミンガム
BIO Bilbao|ビルバオ
BJL Banjul
BJS Pekín|Peking|ペキン|北京市
BKI コタキナバル
BKK Bangkok|バンコック
BLQ Bolonia|Bologna|ボローニャ
BLR バンガロール|ベンガルール
BNA ナッシュビル
BNE ブリスベン
BOD Burdeos|ボルドー
BOG Bogotá|ボゴタ
BOM Bombay|ムンバイ
BOS ボストン
BRE Bremen|ブレーメン
BRN Berna|ベルン
BRS ブリストル
BRU Bruselas|ブリュッセル
BSL Basilea|Bazel|バーゼル
BTS Pressburg|Bratislava|ブラチスラバ
BUD Boedapest|ブダペスト
BUE ブエノスアイレス
BUH Bucarest|Boekarest|ブカレスト
CAG Cerdeña|Sardinien|Sardinia|Sardinië|Cagliari|サルデーニャ島|カリアリ
CAI El Cairo|Caïro|カイロ
CAN 広州|Cantón|Kanton
CEB Cebu|セブ島|セブ
CFU Corfu|Corfú|Korfu|Corfoe|コルフ島|ケルキラ
CGN Colonia|Keulen|ケルン
CHC クライストチャーチ
CHI シカゴ
CHQ Crete|Kreta|Creta|クレタ島|Chania|Hania|ハニア
CJS Ciudad Juarez|Ciudad Juárez
CJU Jeju|済州島|済州|Jeju-do
CLT シャーロット
CMB コロンボ|Sri Lanka
CMN Casablanca|カサブランカ
CNS ケアンズ
CNX チェンマイ
COO Porto-Novo
CPH Copenhague|Kopenhagen|コペンハーゲン
CPT Kapstadt|Ciudad del Cabo|Kaapstad|ケープタウン
CTA Sicily|Sizilien|Sicilia|Sicilië|シチリア島|カターニア
CTU 成都市
CUN カンクン
CUR Curazao|キュラソー島
DAD ダナン|Đà Nẵng
DAM Damaskus|Damasco|Damascus|ダマスカス
DBV ドゥブロヴニク
DEL Neu-Delhi|Nueva Delhi|New Delhi|デリー|ニューデリー
DEN デンバー
DLC 大連
DOH ドーハ
DOM Dominica
DPS バリ島|バリ
DRS Dresde|ドレスデン
DTT デトロイト
DUB Dublín|ダブリン
DUS デュッセルドルフ
DXB Dubái|Doebai
EDI Edimburgo|Edinburg|エディンバラ
EIN アイントホーフェン
EIS Tortola
ESB Ankara|アンカラ
EVN Eriwan|Ereván|Jerevan|エレバン
FAO Algarve|ファロ|アルガルヴェ
FLR Florence|Florenz|Florencia|フィレンツェ
FNC Funchal|マデイラ島
FRA Fráncfort|フランクフルト
FUE フエルテベントゥラ島
GDN Danzig|Dánzig|グダニスク
GLA グラスゴー
GOA Génova|Genua|Genoa|ジェノヴァ
GOI ゴア
GOT Gotemburgo|Gothenburg|Göteborg|ヨーテボリ
GPS Galapagos|Galápagos|ガラパゴス
GRZ グラーツ
GUM グアム|Guam
GVA Ginebra|Genève|Genf|ジュネーブ
GYD Baku|Bakú|Bakoe|バクー
HAJ Hannover|Hanover|ハノーファー
HAM Hamburgo|ハンブルク
HAN Hanói|ハノイ
HAV Havanna|La Habana|Havana|ハバナ
HEL Helsinki|Helsingfors|ヘルシンキ
HER Crete|Kreta|Creta|クレタ島|Iráklio|イラクリオン
HGH 杭州市
HIJ 広島市
HKD 函館
HKG Hongkong|Hong-Kong|ホンコン|香港特別行政区
HKT プーケット|Phuket
HND 羽田|羽田空港|Haneda
HNL ハワイ|ホノルル|Hawái|Hawaï|オアフ島|Hawaii
HOU ヒューストン
IBZ Ibiza|Eivissa|イビサ島
INN インスブルック
IPC Easter Island|Isla de Pascua|Osterinsel|Paaseiland|イースター島
IST Estambul|Istanboel|イスタンブル
ITO ハワイ島|Hilo
JED Dschidda|Yeda|Jeddah|ジッダ
JER Jersey
JKT Yakarta|ジャカルタ
JMK Mykonos|Miconos|ミコノス島
JNB Johannesburgo|ヨハネスブルグ
JTR Santorini|Santorin|Santorín|サントリーニ島
KBP Kiew|Kijev|キーウ|キエフ
KEF アイスランド
KGS Kos|コス島
KHI カラチ
KIX 関西国際空港|関空
KJA クラスノヤルスク
KMG 昆明
KOA ハワイ島|コナ
KRK Cracovia|Krakau|クラクフ
KTI プノンペン
KTM Katmandú|Kathmandu|カトマンズ
KTT Lapland|Kittilä
KTW カトヴィツェ
KUL クアラルンプール
KWI Kuwait|Koeweit|クウェート
KZO Qyzylorda
LAS ラスベガス
LAX ロサンゼルス|Los Ángeles
LCA Zypern|Chipre|Cyprus|キプロス|ラルナカ
LED San Petersburgo|Sint-Petersburg|サンクトペテルブルク
LEJ Leipzig|ライプツィヒ
LGK ランカウイ島
LHR ヒースロー
LIM リマ
LIS Lisboa|Lissabon|リスボン
LJU Laibach|Liubliana|リュブリャナ
LON Londres|Londen|ロンドン
LPA グラン・カナリア島|Las Palmas
LUX Luxemburg|Luxemburgo|Luxembourg|ルクセンブルク
LXR Luxor|ルクソール
LYS Lyon|リヨン
MAD マドリード
MAH Minorca|Menorca|メノルカ島
MAN マンチェスター
MBJ ジャマイカ
MEL メルボルン
MEX Ciudad de México|Mexiko-Stadt|Mexico-Stad|メキシコシティ|CDMX
MFM 澳門|マカオ
MIA マイアミ
MIL Milán|Milaan|ミラノ
MLA Malta|マルタ
MLE Malediven|Maldivas|モルディブ
MNL Manila|マニラ
MOW Moscú|Moskou|Moskau|モスクワ
MRS Marsella|Marseilles|マルセイユ
MRU Mauritius|Mauricio|モーリシャス
MUC Múnich|ミュンヘン
MYJ 松山
NAN Fiji|Fidschi|フィジー|ナンディ
NAP Nápoles|Napels|Neapel|ナポリ
NAS Bahamas|バハマ
NBO ナイロビ
NCE Niza|ニース
NGO 中部国際空港
NGS 長崎市
NHV Marquesas
NLK Norfolk Island
NOU ニューカレドニア|New Caledonia|Neukaledonien|Nueva Caledonia|ヌメア
NQZ Nur-Sultan|Nursultan|アスタナ|Astaná
NRT 成田|成田空港
NTE ナント
NUE Núremberg|Neurenberg|Nuremberg|ニュルンベルク
NYC Nueva York|New York|ニューヨーク市
OKA 沖縄|Okinawa|沖縄県|那覇市
OLB Olbia|サルデーニャ
OPO Oporto|ポルト
ORL オーランド
OSA Osaka|大阪市|大阪府
OSL オスロ
PAR París|Parijs|パリ市
PBH Thimphu|Bhutan
PDX ポートランド
PEK 北京首都国際空港
PER パース
PHL Filadelfia|フィラデルフィア
PMI Mallorca|Majorca|マヨルカ島|マジョルカ島
PMO パレルモ
PNH プノンペン
PPT Tahití|Französisch-Polynesien|タヒチ|タヒチ島
PRG Praag|プラハ
PRN Pristina|プリシュティナ
PSA Pisa|ピサ
PUJ プンタカナ
PUS 釜山|プサン
RAK Marrakesch|Marraquech|マラケシュ
REK Reikiavik|Reykjavik|レイキャビク|Island|IJsland|Islandia
RGN ヤンゴン|Yangon
RHO Rhodes|Rodas|Rhodos|ロドス島
RIO リオデジャネイロ
RIX Riga|リガ
RMO Kischinau|Chişinău|Kishinev|Chisinau|キシナウ
ROM Rome|ローマ
ROR Palau|パラオ
RTM Róterdam|ロッテルダム|Den Haag|La Haya|The Hague|ハーグ
RUH Riad|Riyad|リヤド
RVN Lapland|Lappland|Laponia|ラップランド|ロヴァニエミ
SAI Angkor|シェムリアップ
SAL El Salvador
SAO サンパウロ
SCL サンティアゴ|Santiago de Chile
SDJ 仙台
SEA シアトル
SEL Seúl|Seoel
SEZ Seychellen|Seychelles|セーシェル
SFO サンフランシスコ
SGN Ho-Chi-Minh-Stadt|Ciudad Ho Chi Minh|Saigón|ホーチミン|ホーチミン市
SHA Schanghai|Shanghái|シャンハイ|上海市
SHO Mbabane
SIN Singapur|シンガポール
SJJ Sarajevo|サラエボ
SJU Puerto Rico|プエルトリコ
SKG Salónica|Saloniki|Thessaloniki|テッサロニキ
SKP Skopje|Escopia|スコピエ
SOF Sofía|ソフィア
SPK 札幌市
SPU スプリト
SSA Bahia|Bahía
STO Estocolmo|Stockholm|ストックホルム
STR Stuttgart|シュトゥットガルト
STT Saint Thomas
SVQ セビリア|Sevilla
SXB Straßburg|Estrasburgo|Straatsburg|ストラスブール
SXM Sint Maarten|San Martín|Saint Martin
SYD Sídney|シドニー
SZG Salzburgo|ザルツブルク
SZX 深圳市|シンセン
TAO 青島|Tsingtau
TAS Taschkent|Taskent|タシケント
TBS Tiflis|トビリシ
TCI Teneriffa|テネリフェ島
THR Teherán|Teheran|テヘラン
TIA Tirana|ティラナ
TLL Tallin|Reval|タリン
TLS Tolosa|トゥールーズ
TLV Tel Aviv|テルアビブ
TPE Taipéi|Taipeh|台北市
TRN Turín|Turijn|トリノ
TRS Triest|トリエステ
TUN Túnez|Tunis|チュニス
TYO Tokio|トウキョウ|東京都
UBN Ulan Bator|Ulán Bator|ウランバートル
UPG Makassar
URA Oral
VCE Venecia|Venetië|Venedig|ベネチア|ヴェネツィア
VIE Viena|Wenen|ウイーン
VLC Valencia|València|バレンシア
VNO Vilna|Wilna|ヴィリニュス
VTE ビエンチャン
VVO ウラジオストク
WAS ワシントン
WAW Varsovia|Warschau|ワルシャワ
WLG ウェリントン
XCH Christmas Island
XIY 西安市
YMQ Montreal|モントリオール
YQB ケベック
YTO トロント
YVR バンクーバー
YYC カルガリー
ZAD Zadar|ザダル
ZAG Agram|ザグレブ
ZNZ Zanzibar|Sansibar|Zanzíbar|ザンジバル
ZRH Zúrich|チューリッヒ|チューリヒ
ZTH Zakynthos|Zante|Zacinto
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
  FRU: 'BSZ',
  KIV: 'RMO',
  KVD: 'GNJ',
  SXF: 'BER',
  THF: 'BER',
  TSE: 'NQZ',
  TXL: 'BER',
}
