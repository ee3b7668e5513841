import { idleScript } from '#app/idle-script.ts'

export const loader = () =>
  new Response(idleScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'private, max-age=600' },
  })
