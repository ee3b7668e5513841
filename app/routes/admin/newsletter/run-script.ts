import { newsletterScript } from '#app/newsletter-script.ts'

/** The script of a newsletter's page; others do not carry it. */
export const loader = () =>
  new Response(newsletterScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'private, max-age=600' },
  })
