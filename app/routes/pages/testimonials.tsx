import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { testimonialsPage } from '#content/pages/testimonials.ts'

export const handle = readPage()

export default function Testimonials() {
  return <PageTop page={testimonialsPage} site={useSite()} path="/testimonials" />
}
