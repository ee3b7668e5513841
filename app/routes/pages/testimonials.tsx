import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { breadcrumbs } from '#app/ui/site/structured-data.ts'
import { testimonialsPage as page } from '#content/pages/testimonials.ts'

export const handle = readPage()

/** Only a heading (specification), beside a drawing, so that the page does not look broken. */
export default function Testimonials() {
  const site = useSite()
  return (
    <>
      <PageHead
        site={site}
        path="/testimonials"
        title={page.seo.title}
        description={page.seo.description}
        jsonLd={[breadcrumbs(site.origin, [{ name: page.seo.title, path: '/testimonials' }])]}
      />
      <div className="stage">
        <h1>{page.title}</h1>
        <div>
          <Plate name="panchakarma" priority />
        </div>
      </div>
    </>
  )
}
