import { sitesByCode } from '../own-sites.ts'

/** The hotel chain's own site by its chain code in the reservation systems; `undefined` if none is known. */
export const chainSite = sitesByCode(`
accor RT SB
bestwestern BW
fairmont FA
fourseasons FS
hilton HH HX GI DT ES CN WA
hyatt HY
ihg HI IC CP IN
kempinski KI
lhw LW
mandarinoriental MO
marriott MC RC CY FN BR WI SI LC MD XR WH FP AK
melia SM
nh-hotels NH
peninsula PE
radissonhotels RD
shangri-la SG
wyndhamhotels WY RA DI
`)
