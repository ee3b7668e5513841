import { servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Sections } from '#app/ui/site/word-sections.tsx'
import type { Route } from './+types/accessibility.ts'

export const handle = readPage()

export function loader({ context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  return { page: content.read('accessibility', clinic.facts(Date.now())) }
}

export default function Accessibility({ loaderData: { page } }: Route.ComponentProps) {
  const site = useSite()
  const { help, aim, limits, visit } = page
  return (
    <>
      <PageTop page={page} site={site} path="/accessibility" />
      <div className="wrap body">
        <Sections sections={[help, aim, limits, visit]} clinic={site.clinic} />
      </div>
    </>
  )
}
