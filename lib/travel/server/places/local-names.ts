import { type Language, languages } from '#lib/platform/model/languages.ts'

/**
 * What a city is called in English, German, Spanish, Dutch and Japanese, by the code of its area or airport. An empty
 * name is the English one; an empty English one is the name in the data. No package has these names: CLDR names
 * countries, and cities only as examples of a time zone.
 */
const text = `
ABJ ||Abiyán||アビジャン
ABQ ||||アルバカーキ
ABV ||Abuya||アブジャ
ABZ ||||アバディーン
ACC ||||アクラ
ACE Lanzarote||||ランサローテ島
ADB |Izmir|Esmirna|Izmir|イズミル
ADD |Addis Abeba|Adís Abeba|Addis Abeba|アディスアベバ
ADL ||Adelaida||アデレード
AGP ||||マラガ
AKL ||||オークランド
ALA ||||アルマトイ
ALB ||||オールバニ
ALC ||||アリカンテ
ALG |Algier|Argel|Algiers|アルジェ
ALP ||Alepo||アレッポ
AMD ||||アフマダーバード
AMM ||Amán||アンマン
AMS ||Ámsterdam||アムステルダム
ANC ||||アンカレッジ
ANR |Antwerpen|Amberes|Antwerpen|アントワープ
ASU Asunción||||アスンシオン
ATH |Athen|Atenas|Athene|アテネ
ATL ||||アトランタ
AUA ||||オラニエスタッド
AUH |Abu Dhabi|Abu Dabi||アブダビ
AUS ||||オースティン
AYT ||||アンタルヤ
BAH ||||マナーマ
BCN ||||バルセロナ
BDL ||||ハートフォード
BEG |Belgrad|Belgrado|Belgrado|ベオグラード
BER ||Berlín|Berlijn|ベルリン
BEY ||Beirut|Beiroet|ベイルート
BFS ||||ベルファスト
BGI ||||ブリッジタウン
BGO ||||ベルゲン
BGW |Bagdad|Bagdad|Bagdad|バグダード
BHD ||||ベルファスト
BHX ||||バーミンガム
BHZ ||||ベロオリゾンテ
BIO ||||ビルバオ
BJS |Peking|Pekín|Peking|北京
BJV ||||ボドルム
BKI ||||コタキナバル
BKK ||||バンコク
BLQ ||Bolonia||ボローニャ
BLR |Bengaluru|||ベンガルール
BNA ||||ナッシュビル
BNE ||||ブリスベン
BOD ||Burdeos||ボルドー
BOG |Bogotá|Bogotá|Bogotá|ボゴタ
BOI ||||ボイシ
BOM ||Bombay||ムンバイ
BOS ||||ボストン
BRE ||||ブレーメン
BRI ||||バーリ
BRN Bern|Bern|Berna|Bern|ベルン
BRS ||||ブリストル
BRU |Brüssel|Bruselas|Brussel|ブリュッセル
BSB ||Brasilia||ブラジリア
BSL ||Basilea|Bazel|バーゼル
BTS ||||ブラチスラバ
BUD |||Boedapest|ブダペスト
BUE ||||ブエノスアイレス
BUF ||||バッファロー
BUH |Bukarest|Bucarest|Boekarest|ブカレスト
BUR ||||バーバンク
CAG ||||カリアリ
CAI |Kairo|El Cairo|Caïro|カイロ
CAN ||Cantón||広州
CCU |Kalkutta|Calcuta|Calcutta|コルカタ
CEB Cebu||||セブ
CFU Corfu|Korfu|Corfú|Corfu|コルフ島
CGN |Köln|Colonia|Keulen|ケルン
CHC ||||クライストチャーチ
CHI ||||シカゴ
CHQ Chania||La Canea||ハニア
CHS ||||チャールストン
CJU Jeju|Jeju|Jeju|Jeju|済州
CKG ||||重慶
CLE ||||クリーブランド
CLO ||||カリ
CLT ||||シャーロット
CMB ||||コロンボ
CMH ||||コロンバス
CMN ||||カサブランカ
CNS ||||ケアンズ
CNX ||||チェンマイ
COK ||||コチ
COS ||||コロラドスプリングス
CPH |Kopenhagen|Copenhague|Kopenhagen|コペンハーゲン
CPT |Kapstadt|Ciudad del Cabo|Kaapstad|ケープタウン
CTA ||||カターニア
CTU ||||成都
CUN ||||カンクン
CUR ||||ウィレムスタッド
CVG ||||シンシナティ
CWB ||||クリチバ
DAC ||Daca||ダッカ
DAD ||||ダナン
DAL ||||ダラス
DAM |Damaskus|Damasco||ダマスカス
DAR |Daressalam|||ダルエスサラーム
DBV ||||ドゥブロヴニク
DEL |Neu-Delhi|Nueva Delhi||デリー
DEN ||||デンバー
DFW ||||ダラス
DJT ||||ウエストパームビーチ
DLC ||||大連
DLM ||||ダラマン
DMM Dammam||||ダンマーム
DOH ||||ドーハ
DPS Bali||||バリ島
DRS ||Dresde||ドレスデン
DSS ||||ダカール
DTT ||||デトロイト
DUB ||Dublín||ダブリン
DUR ||||ダーバン
DUS ||||デュッセルドルフ
DXB ||Dubái||ドバイ
EBB ||||カンパラ
EDI ||Edimburgo||エディンバラ
EIN ||||アイントホーフェン
ELP ||||エルパソ
ESB ||||アンカラ
EVN |Jerewan|Ereván|Jerevan|エレバン
FAO ||||ファロ
FLL ||||フォートローダーデール
FLN ||||フロリアノポリス
FLR Florence|Florenz|Florencia|Florence|フィレンツェ
FNC ||||フンシャル
FOR ||||フォルタレザ
FRA ||Fráncfort||フランクフルト
FUE Fuerteventura||||フエルテベントゥラ島
FUK ||||福岡
GDL ||||グアダラハラ
GDN |Danzig|||グダニスク
GEG ||||スポケーン
GLA ||||グラスゴー
GOA Genoa|Genua|Génova|Genua|ジェノヴァ
GOI ||||ゴア
GOT |Göteborg|Gotemburgo|Göteborg|ヨーテボリ
GRZ ||||グラーツ
GUM ||||グアム
GVA |Genf|Ginebra|Genève|ジュネーブ
GYD ||Bakú|Bakoe|バクー
GYE ||||グアヤキル
HAJ ||Hanóver||ハノーファー
HAM ||Hamburgo||ハンブルク
HAN ||Hanói||ハノイ
HAV |Havanna|La Habana||ハバナ
HEL ||||ヘルシンキ
HER ||||イラクリオン
HGH ||||杭州
HIJ ||||広島
HKD ||||函館
HKG |Hongkong||Hongkong|香港
HKT ||||プーケット
HNL ||||ホノルル
HOU ||||ヒューストン
HRE ||||ハラレ
HRG ||||ハルガダ
HYD ||||ハイデラバード
IBZ ||||イビサ
IND ||||インディアナポリス
INN ||||インスブルック
ISB Islamabad||||イスラマバード
IST ||Estambul||イスタンブール
ITO ||||ヒロ
JAX ||||ジャクソンビル
JED |Dschidda|Yeda|Djedda|ジッダ
JKT ||Yakarta||ジャカルタ
JMK Mykonos||||ミコノス島
JNB ||Johannesburgo||ヨハネスブルグ
JTR Santorini|Santorin|||サントリーニ島
KBP |Kiew|Kiev|Kyiv|キーウ
KGL ||||キガリ
KGS Kos||||コス島
KHI |Karatschi|||カラチ
KMG ||||昆明
KOA ||||カイルア・コナ
KRK |Krakau|Cracovia|Krakau|クラクフ
KTI ||||プノンペン
KTM ||Katmandú||カトマンズ
KTT ||||キッティラ
KTW |Kattowitz|||カトヴィツェ
KUL ||||クアラルンプール
KWI |Kuwait-Stadt|Ciudad de Kuwait|Koeweit-Stad|クウェート
KZO Kyzylorda
LAD ||||ルアンダ
LAS ||||ラスベガス
LAX ||Los Ángeles||ロサンゼルス
LCA ||Lárnaca||ラルナカ
LED |Sankt Petersburg|San Petersburgo|Sint-Petersburg|サンクトペテルブルク
LEJ ||||ライプツィヒ
LGK ||||ランカウイ
LHE ||||ラホール
LIH ||||リフエ
LIM ||||リマ
LIS |Lissabon|Lisboa|Lissabon|リスボン
LJU ||Liubliana||リュブリャナ
LON ||Londres|Londen|ロンドン
LOS ||||ラゴス
LPA Gran Canaria||||グラン・カナリア島
LPL ||||リバプール
LUN ||||ルサカ
LUX |Luxemburg|Luxemburgo|Luxemburg|ルクセンブルク
LXR ||||ルクソール
LYS ||||リヨン
MAA ||||チェンナイ
MAD ||||マドリード
MAH Menorca||||メノルカ島
MAN ||||マンチェスター
MBJ ||||モンテゴベイ
MCI ||||カンザスシティ
MCT |Maskat|Mascate|Muscat|マスカット
MDE ||||メデジン
MED ||||メディナ
MEL ||||メルボルン
MEM ||||メンフィス
MEX |Mexiko-Stadt|Ciudad de México|Mexico-Stad|メキシコシティ
MFM Macau||||マカオ
MIA ||||マイアミ
MIL |Mailand|Milán|Milaan|ミラノ
MKE ||||ミルウォーキー
MLA ||La Valeta||マルタ
MLE ||||マレ
MNL ||||マニラ
MOW |Moskau|Moscú|Moskou|モスクワ
MRS ||Marsella||マルセイユ
MRU Mauritius||Mauricio||モーリシャス
MSP ||||ミネアポリス
MSY ||||ニューオーリンズ
MTY Monterrey||||モンテレイ
MUC |München|Múnich|München|ミュンヘン
MYJ ||||松山
NAN ||||ナンディ
NAP Naples|Neapel|Nápoles|Napels|ナポリ
NAS ||||ナッソー
NBO ||||ナイロビ
NCE |Nizza|Niza||ニース
NCL ||||ニューカッスル
NGO ||||名古屋
NGS ||||長崎
NOU ||||ヌメア
NQZ ||Astaná||アスタナ
NTE ||||ナント
NUE |Nürnberg|Núremberg|Neurenberg|ニュルンベルク
NYC ||Nueva York||ニューヨーク
OAK ||||オークランド（米国）
OGG ||||カフルイ
OKA ||||那覇
OKC ||||オクラホマシティ
OLB ||||オルビア
OMA ||||オマハ
ONT ||||オンタリオ
OOL ||||ゴールドコースト
OPO ||Oporto||ポルト
ORF ||||ノーフォーク
ORK ||||コーク
ORL ||||オーランド
OSA ||||大阪
OSL ||||オスロ
PAR ||París|Parijs|パリ
PDX ||||ポートランド
PER ||||パース
PFO ||||パフォス
PHL ||Filadelfia||フィラデルフィア
PHX ||||フェニックス
PIT ||||ピッツバーグ
PMI ||||パルマ・デ・マヨルカ
PMO ||||パレルモ
PNH ||||プノンペン
PNQ ||||プネー
POA ||||ポルト・アレグレ
POZ |Posen|||ポズナニ
PPT ||||パペーテ
PRG |Prag|Praga|Praag|プラハ
PRN ||||プリシュティナ
PSA ||||ピサ
PTY Panama City|Panama-Stadt|Ciudad de Panamá|Panama-Stad|パナマシティ
PUJ ||||プンタカナ
PUS Busan||||釜山
PVD Providence||||プロビデンス
PVR Puerto Vallarta||||プエルトバジャルタ
RAK |Marrakesch|Marrakech||マラケシュ
RDU ||||ローリー
REC ||||レシフェ
REK |Reykjavik|Reikiavik|Reykjavik|レイキャビク
REP ||||シェムリアップ
RGN ||||ヤンゴン
RHO Rhodes|Rhodos|Rodas|Rhodos|ロドス島
RIC ||||リッチモンド
RIO ||Río de Janeiro||リオデジャネイロ
RIX ||||リガ
RMO ||||キシナウ
RNO ||||リノ
ROC ||||ロチェスター
ROM |Rom|Roma||ローマ
RSW ||||フォートマイヤーズ
RTM ||Róterdam||ロッテルダム
RUH |Riad|Riad|Riyad|リヤド
RUN Réunion||Reunión||レユニオン島
RVN ||||ロヴァニエミ
SAI ||||シェムリアップ
SAN ||||サンディエゴ
SAO ||||サンパウロ
SAT ||||サンアントニオ
SAV ||||サバンナ
SCL ||Santiago de Chile||サンティアゴ
SDF ||||ルイビル
SDJ Sendai||||仙台
SDQ ||||サントドミンゴ
SEA ||||シアトル
SEL ||Seúl|Seoel|ソウル
SEZ Mahé||||マヘ島
SFO ||||サンフランシスコ
SGN |Ho-Chi-Minh-Stadt|Ciudad Ho Chi Minh|Ho Chi Minhstad|ホーチミン
SHA |Shanghai|Shanghái||上海
SHJ ||||シャールジャ
SIN |Singapur|Singapur||シンガポール
SJC ||||サンノゼ
SJD Los Cabos||||ロスカボス
SJJ ||||サラエボ
SJO ||||サンホセ
SJU ||||サンフアン
SKG ||Salónica||テッサロニキ
SKP ||||スコピエ
SLC ||||ソルトレイクシティ
SMF ||||サクラメント
SNA ||||サンタアナ
SNN ||||シャノン
SOF ||Sofía||ソフィア
SPK ||||札幌
SPU ||||スプリト
SSA ||||サルバドール
SSH ||||シャルム・エル・シェイク
STL ||||セントルイス
STO ||Estocolmo||ストックホルム
STR ||||シュトゥットガルト
SUB ||||スラバヤ
SVG ||||スタヴァンゲル
SVQ Seville|Sevilla|Sevilla|Sevilla|セビリア
SXB |Straßburg|Estrasburgo|Straatsburg|ストラスブール
SXM Sint Maarten||San Martín||シント・マールテン島
SYD ||Sídney||シドニー
SYR ||||シラキュース
SZG ||Salzburgo||ザルツブルク
SZX ||||深圳
TAO ||||青島
TAS |Taschkent|Taskent|Tasjkent|タシケント
TBS |Tiflis|Tiflis||トビリシ
TCI |Teneriffa|||テネリフェ島
THR |Teheran|Teherán|Teheran|テヘラン
TIA ||||ティラナ
TIJ Tijuana||||ティフアナ
TLL ||Tallin||タリン
TLS ||||トゥールーズ
TLV ||||テルアビブ
TNR ||||アンタナナリボ
TOS ||||トロムソ
TPA ||||タンパ
TPE |Taipeh|Taipéi||台北
TRD ||||トロンハイム
TRN Turin||Turín|Turijn|トリノ
TRS Trieste|Triest|||トリエステ
TUL ||||タルサ
TUN ||Túnez||チュニス
TUS ||||ツーソン
TYO |Tokio|Tokio|Tokio|東京
UBN |Ulaanbaatar|Ulán Bator|Ulaanbaatar|ウランバートル
UIO ||||キト
UPG Makassar||||マカッサル
USM Koh Samui||||サムイ島
VCE |Venedig|Venecia|Venetië|ヴェネツィア
VFA ||||ビクトリアフォールズ
VIE |Wien|Viena|Wenen|ウィーン
VLC ||||バレンシア
VNO |Vilnius|Vilna||ヴィリニュス
VTE ||Vientián||ビエンチャン
VVO Vladivostok|Wladiwostok||Vladivostok|ウラジオストク
WAS ||||ワシントン
WAW |Warschau|Varsovia|Warschau|ワルシャワ
WDH ||||ウィントフック
WLG ||||ウェリントン
WRO |Breslau|Breslavia||ヴロツワフ
XIY ||||西安
YEG ||||エドモントン
YHZ ||||ハリファックス
YMQ |Montreal|Montreal|Montreal|モントリオール
YOW ||||オタワ
YQB ||||ケベック
YTO ||||トロント
YVR ||||バンクーバー
YWG ||||ウィニペグ
YYC ||||カルガリー
YYJ ||||ビクトリア
ZAD Zadar||||ザダル
ZAG ||||ザグレブ
ZNZ |Sansibar|Zanzíbar||ザンジバル
ZQN ||||クイーンズタウン
ZRH |Zürich|Zúrich|Zürich|チューリッヒ
ZTH Zakynthos||Zacinto||ザキントス島
`

const order = ['en', 'de', 'es', 'nl', 'ja'] as const satisfies readonly Language[]

const table: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  text
    .trim()
    .split('\n')
    .map((line) => {
      const names = line.slice(4).split('|')
      return [line.slice(0, 3), new Map(order.flatMap((language, at) => (names[at] ? [[language, names[at]]] : [])))]
    }),
)

/** The codes with a name of their own in any language. */
export const namedCodes: readonly string[] = [...table.keys()]

/** A city's name in a language, by the code of its area or airport; `undefined` if the name in the data is right. */
export const localName = (code: string, language: Language): string | undefined =>
  table.get(code)?.get(language) ?? table.get(code)?.get('en')

/** The names in all languages, by which travelers find the city. */
export const localNames = (code: string): readonly string[] => languages.flatMap((one) => localName(code, one) ?? [])
