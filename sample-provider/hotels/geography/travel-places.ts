/**
 * What the airport and the population do not reveal about a tourist destination: the centre of its hotels, and their
 * number relative to other towns of that size. Hotels of `beach` places stand along the shore and have the beach
 * season.
 */
interface TravelPlace {
  /** The centre, if the airport data lack it or place it where travelers do not expect it. */
  centre?: { lat: number; lon: number }
  factor: number
  kind: 'city' | 'beach'
}

const cityFactors = `
PAR 3.2 LON 2.6 NYC 2.2 ROM 4.4 MIL 1.7 FLR 6 VCE 7 NAP 2 PSA 3 BLQ 1.6 TRN 1.4 MAD 1.6 BCN 2.4 SVQ 3 GRX 3 LIS 2.6 OPO 2 AMS 3 BRU 1.7
BER 1.9 MUC 2.2 FRA 2.4 HAM 1.7 DUS 1.6 CGN 1.6 VIE 2.2 SZG 4 INN 4 ZRH 1.8 GVA 2 BSL 1.5 PRG 3.4 BUD 2.2 KRK 2.4 CPH 1.8 STO 1.6 OSL 1.5
HEL 1.3 REK 5 EDI 4 DUB 2.6 MAN 1.3 BRS 1.4 IST 1.5 ATH 2 TYO 2 OSA 1.2 SEL 1 BJS 1 SHA 1 HKG 1.5 TPE 1.2 BKK 1.6 CNX 4 SIN 1.6 KUL 1.4
HAN 1.6 SGN 1.2 REP 5 DXB 3.2 AUH 1.6 DOH 1.6 TLV 1.8 CAI 1 RAK 3.4 CPT 1.6 SYD 1.4 MEL 1.2 AKL 1.4 ZQN 9 LAS 3 ORL 3 WAS 1.8 CHI 1 SFO 2.4
LAX 1 SEA 1.4 BOS 1.4 MSY 2.6 BNA 2 AUS 1.5 DEN 1.4 YTO 1.2 YVR 1.6 YMQ 1.4 YQB 2.4 MEX 0.8 RIO 1.2 BUE 1.1 LIM 0.8 CUZ 4 JED 0.9 MED 2.4
`
const beachFactors = `
AUA 7 CUR 3 BON 9 SXM 12 BGI 5 NAS 4 MBJ 8 HAV 1.2 SJU 1.6 STT 8 ANU 8 UVF 8 GND 6 PTP 4 FDF 3 AGP 4 ALC 3 PMI 5 IBZ 14 MAH 10 TCI 6 LPA 4 ACE 9
FUE 9 FNC 5 FAO 9 NCE 3.4 AJA 5 BIA 6 RMI 8 OLB 9 CAG 3 CTA 2.4 PMO 2 DBV 12 SPU 5 ZAD 6 HER 5 RHO 8 KGS 12 CFU 9 JTR 20 JMK 20 CHQ 7 ZTH 14
LCA 5 PFO 9 MLA 5 AYT 4 BJV 12 DLM 12 HRG 7 SSH 12 AGA 2.4 DJE 8 MRU 4 SEZ 10 ZNZ 5 MLE 2 GOI 8 CMB 1.4 HKT 14 KBV 20 USM 20 PEN 2 LGK 10 DPS 8 DAD
3 CXR 4 PQC 12 OKA 3 CJU 5 GUM 6 HNL 3.4 OGG 12 KOA 9 LIH 10 CNS 5 OOL 4 NAN 5 PPT 4 RAR 9 CUN 6 CZM 9 PVR 5 SJD 9 ACA 2 PUJ 20 POP 8 PLZ 1.6 FLN
2.6 SSA 1.6 REC 1.2 FOR 1.6 MIA 2.6 FLL 2.4 EYW 14 MYR 12 PNS 3 SRQ 3 VPS 9
`
/** Resorts away from their airport's town, and towns that the data lacks. */
const centres = `
AUA 12.555 -70.052 CUN 21.135 -86.76 PUJ 18.66 -68.4 DPS -8.705 115.18 HKT 7.895 98.3 HNL 21.283 -157.83 LAS 36.115 -115.172 ORL 28.43 -81.47 SXM 18.034
-63.05 BON 12.15 -68.272 MBJ 18.49 -77.93 IBZ 38.908 1.43 PMI 39.57 2.65 TCI 28.09 -16.72 LPA 27.765 -15.58 ACE 28.927 -13.655 FUE 28.73 -13.87 JTR 36.42 25.432
JMK 37.446 25.329 KBV 8.035 98.82 USM 9.53 100.06 PQC 10.2 103.965 NAN -17.77 177.38 OGG 20.93 -156.69 KOA 19.64 -155.99 LIH 22.0 -159.38 VPS 30.39 -86.47
ZQN -45.031 168.662 DXB 25.2 55.27 MIA 25.79 -80.135 AYT 36.86 30.75 DLM 36.62 29.11 SSH 27.86 34.3 HRG 27.205 33.825 RMI 44.065 12.58 VCE 45.437 12.334
FLR 43.771 11.254 PAR 48.857 2.347 LON 51.507 -0.128 NYC 40.752 -73.982 ROM 41.898 12.481 BCN 41.388 2.17 AMS 52.372 4.895 TYO 35.682 139.755 SFO 37.785
-122.408 SEA 47.608 -122.336 GOI 15.52 73.765 SJD 22.95 -109.85 PVR 20.66 -105.25 MLE 4.175 73.51 BIA 42.7 9.45 OLB 41.08 9.53 HKG 22.297 114.172
SIN 1.29 103.851 FAO 37.09 -8.23 EYW 24.556 -81.802 CJU 33.25 126.51 CNX 18.788 98.985 RAK 31.629 -7.987 PRG 50.085 14.421 CPH 55.678 12.572
`

const tokens = (text: string) => text.trim().split(/\s+/)

function pairs(text: string): Map<string, number> {
  const list = tokens(text)
  return new Map(list.flatMap((code, at) => (at % 2 === 0 ? [[code, Number(list[at + 1])] as const] : [])))
}

function readCentres(): Map<string, { lat: number; lon: number }> {
  const list = tokens(centres)
  return new Map(
    list.flatMap((code, at) =>
      at % 3 === 0 ? [[code, { lat: Number(list[at + 1]), lon: Number(list[at + 2]) }] as const] : [],
    ),
  )
}

export function createTravelPlaces(): { of(code: string): TravelPlace } {
  const [city, beach, centre] = [pairs(cityFactors), pairs(beachFactors), readCentres()]
  return {
    of(code) {
      const at = centre.get(code)
      return {
        ...(at === undefined ? {} : { centre: at }),
        factor: beach.get(code) ?? city.get(code) ?? 1,
        kind: beach.has(code) ? 'beach' : 'city',
      }
    },
  }
}
