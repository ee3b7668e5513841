import { idleScript } from '#app/idle-script.ts'

/** The script of every page of the dashboard that hides it while nobody is there. */
export const loader = () =>
  new Response(idleScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'private, max-age=600' },
  })
