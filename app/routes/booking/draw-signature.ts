import script from '#app/ui/booking/draw-signature.ts?script'

/** The script of the one page on which a signature can be drawn. */
export const loader = () =>
  new Response(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
