/** The guest's scripts are bundled as text. */
declare module '*.cjs' {
  const source: string
  export default source
}
