/** Keeps Next from using the project's settings. */
export default {}
