import { data } from 'react-router'
import { servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { Text } from '#app/ui/site/words.tsx'
import type { Route } from './+types/not-found.ts'

export const handle = readPage()

/**
 * For every unknown address. A page of its own, since the root's error page is loaded by pages that React runs, and a
 * search and a picture have no place in their script.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const { form } = content.read('search', facts)
  return data({ page: content.read('not-found', facts), form }, { status: 404 })
}

export function action() {
  throw data(null, { status: 404 })
}

export default function NotFound({ loaderData: { page, form } }: Route.ComponentProps) {
  const { clinic } = useSite()
  const title = `${page.seo.title} | ${clinic.name}`
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap cols lost">
        <div>
          <h1>{page.title}</h1>
          <p className="lead">{page.lead}</p>
          <form className="search-form" role="search" action="/search" aria-label={form.name}>
            <label className="vh" htmlFor="search-term">
              {form.label}
            </label>
            <SearchInput id="search-term" placeholder={form.label} />
            <Button>{form.button}</Button>
          </form>
          <ul className="cols lost-ways">
            {page.links.map(({ text, href }) => (
              <li key={href}>
                <a className="plain" href={href}>
                  {text}
                  <Icon name="arrow" small />
                </a>
              </li>
            ))}
          </ul>
          <p className="hint">
            <Text words={page.help} clinic={clinic} />
          </p>
        </div>
        <Plate name={page.plate} priority />
      </div>
    </>
  )
}
