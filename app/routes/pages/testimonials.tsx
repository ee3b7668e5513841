import { servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { breadcrumbs } from '#app/ui/site/structured-data.ts'
import type { Route } from './+types/testimonials.ts'

export const handle = readPage()

export function loader({ context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  return { page: content.read('testimonials', clinic.facts(Date.now())) }
}

/** Only a heading (specification), beside a drawing, so that the page does not look broken. */
export default function Testimonials({ loaderData: { page } }: Route.ComponentProps) {
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
          <Plate name={page.plate} priority />
        </div>
      </div>
    </>
  )
}
