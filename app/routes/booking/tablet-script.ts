import script from '#app/ui/booking/tablet.ts?script'

/** The script of a device in a patient's hands. */
export const loader = () =>
  new Response(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
