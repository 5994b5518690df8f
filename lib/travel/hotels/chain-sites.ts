import { sitesByCode } from '../own-sites.ts'

/** The hotel chain's own site by its chain code in the reservation systems; `undefined` if none is known. */
export const chainSite = sitesByCode(`
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
