import { newsletterScript } from '#app/newsletter-script.ts'

export const loader = () =>
  new Response(newsletterScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'private, max-age=600' },
  })
