/** The site of an airline or a hotel chain, where a traveler repeats the search. */
export interface OwnSite {
  /** "klm.com" */
  host: string
  url: string
}

/** The airline's own site by its IATA code; `undefined` if none is known. */
export const airlineSite = (code: string): OwnSite | undefined => siteOf(airlines.get(code))

/** The hotel chain's own site by its chain code in the reservation systems; `undefined` if none is known. */
export const chainSite = (code: string | undefined): OwnSite | undefined => siteOf(chains.get(code ?? ''))

function siteOf(host: string | undefined): OwnSite | undefined {
  return host === undefined ? undefined : { host, url: `https://www.${host}/` }
}

/** "host: codes" lines. Only hosts whose `www.` name is the company's own site; without a safe answer, no entry. */
function byCode(lines: string): ReadonlyMap<string, string> {
  return new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [host = '', ...codes] = line.trim().split(/:? +/)
        return codes.map((code) => [code, host] as const)
      }),
  )
}

const airlines = byCode(`
  aa.com: AA
  aegeanair.com: A3
  aerlingus.com: EI
  aerolineas.com.ar: AR
  aeromexico.com: AM
  airastana.com: KC
  airbaltic.com: BT
  aircanada.com: AC
  airchina.com: CA
  aireuropa.com: UX
  airfrance.com: AF
  airindia.com: AI
  airmauritius.com: MK
  airnewzealand.com: NZ
  airtahitinui.com: TN
  airtransat.com: TS
  alaskaair.com: AS
  allegiantair.com: G4
  ana.co.jp: NH
  arajet.com: DM
  austrian.com: OS
  avianca.com: AV
  bangkokair.com: PG
  britishairways.com: BA
  brusselsairlines.com: SN
  caribbean-airlines.com: BW
  cathaypacific.com: CX
  cebupacificair.com: 5J
  ceair.com: MU
  china-airlines.com: CI
  condor.com: DE
  copaair.com: CM
  croatiaairlines.com: OU
  csair.com: CZ
  delta.com: DL
  easyjet.com: U2
  egyptair.com: MS
  elal.com: LY
  emirates.com: EK
  ethiopianairlines.com: ET
  etihad.com: EY
  eurowings.com: EW
  evaair.com: BR
  fijiairways.com: FJ
  finnair.com: AY
  flydubai.com: FZ
  flyfrontier.com: F9
  flypeach.com: MM
  flypgs.com: PC
  flyporter.com: PD
  flysas.com: SK
  flyscoot.com: TR
  flytap.com: TP
  garuda-indonesia.com: GA
  goindigo.in: 6E
  gulfair.com: GF
  hainanairlines.com: HU
  hawaiianairlines.com: HA
  iberia.com: IB
  icelandair.com: FI
  ita-airways.com: AZ
  jal.co.jp: JL
  jet2.com: LS
  jetblue.com: B6
  jetstar.com: JQ GK
  kenya-airways.com: KQ
  klm.com: KL
  koreanair.com: KE
  kuwaitairways.com: KU
  latamairlines.com: LA
  lot.com: LO
  lufthansa.com: LH
  malaysiaairlines.com: MH
  mea.com.lb: ME
  norwegian.com: DY D8
  omanair.com: WY
  philippineairlines.com: PR
  qantas.com: QF
  qatarairways.com: QR
  rj.com: RJ
  royalairmaroc.com: AT
  rwandair.com: WB
  ryanair.com: FR
  saudia.com: SV
  singaporeair.com: SQ
  southwest.com: WN
  spirit.com: NK
  srilankan.com: UL
  starlux-airlines.com: JX
  suncountry.com: SY
  sunexpress.com: XQ
  swiss.com: LX
  tarom.ro: RO
  thaiairways.com: TG
  transavia.com: HV TO
  turkishairlines.com: TK
  united.com: UA
  vietjetair.com: VJ
  vietnamairlines.com: VN
  virginatlantic.com: VS
  virginaustralia.com: VA
  vivaaerobus.com: VB
  volaris.com: Y4
  voeazul.com.br: AD
  voegol.com.br: G3
  vueling.com: VY
  westjet.com: WS
  wideroe.no: WF
  wizzair.com: W6
  xiamenair.com: MF
`)

const chains = byCode(`
  accor.com: RT SB
  bestwestern.com: BW
  fairmont.com: FA
  fourseasons.com: FS
  hilton.com: HH HX GI DT ES CN WA
  hyatt.com: HY
  ihg.com: HI IC CP IN
  kempinski.com: KI
  lhw.com: LW
  mandarinoriental.com: MO
  marriott.com: MC RC CY FN BR WI SI LC MD XR WH FP AK
  melia.com: SM
  nh-hotels.com: NH
  peninsula.com: PE
  radissonhotels.com: RD
  shangri-la.com: SG
  wyndhamhotels.com: WY RA DI
`)
