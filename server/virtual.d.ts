/** A module and what it imports as the text of one script; see vite.config.ts. */
declare module '*?script' {
  const text: string
  export default text
}
