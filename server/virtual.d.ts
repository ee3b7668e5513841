/** The routes as built by React Router's Vite plugin: a `ServerBuild`. */
declare module 'virtual:react-router/server-build'

/** A module and what it imports as the text of one script; see vite.config.ts. */
declare module '*?script' {
  const text: string
  export default text
}
