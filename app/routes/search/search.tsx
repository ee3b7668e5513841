import '#app/ui/styles/errands.css'
import type { FoundResult } from '#app/domain/search/search-index.ts'
import { normalizeSearchTerm } from '#app/domain/search/search-term.ts'
import { searchStoredSite, searchWithoutPosts } from '#app/domain/search/site-search.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { getPromises, useSite } from '#app/http/site.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'
import { searchPage } from '#content/pages/search.ts'
import type { Route } from './+types/search.ts'

export const handle = readPage({ shows: ['blog', 'catalogue'] })

export async function loader({ request, context }: Route.LoaderArgs) {
  const term = normalizeSearchTerm(new URL(request.url).searchParams.get('q'))
  if (!term) return { term, results: [] as FoundResult[] }
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  const question = { term, clinic: services.clinic.facts(Date.now()), promises: getPromises(services) }
  // Everything but the posts can be found without the database.
  const found = (await tryLoad(context, () => searchStoredSite(services, question))) ?? searchWithoutPosts(question)
  return { term, results: found }
}

/** A blank term shows only the search box. */
export default function Search({ loaderData: { term, results } }: Route.ComponentProps) {
  return (
    <>
      <PageTop page={searchPage} site={useSite()} path="/search" noindex={term !== ''} />
      <div className="wrap">
        <div className="search-page">
          <form className="search-form" role="search" action="/search" aria-label={searchPage.formLabel}>
            <div className="field">
              <label htmlFor="search-term">{searchPage.label}</label>
              <SearchInput id="search-term" defaultValue={term} />
            </div>
            <Button>{searchPage.button}</Button>
          </form>
          {term && (results.length > 0 ? <Results term={term} results={results} /> : <NothingFound term={term} />)}
        </div>
      </div>
    </>
  )
}

function Results({ term, results }: { term: string; results: FoundResult[] }) {
  return (
    <section aria-label={searchPage.resultsFor(term)}>
      <ul className="results">
        {results.map(({ type, title, url, page, note, snippet }) => (
          <li key={`${url} ${title}`}>
            <h2>
              <a href={url}>{title}</a>
            </h2>
            <span className="tag">{page ?? searchPage.types[type]}</span>
            {note && <p>{note}</p>}
            {snippet && (
              <p>{snippet.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NothingFound({ term }: { term: string }) {
  return (
    <div className="empty">
      <Spot name="empty-search" />
      <p className="title" role="status">
        {searchPage.noResults(term)}
      </p>
      <p>
        {searchPage.noResultsHint} <a href={searchPage.noResultsLink.href}>{searchPage.noResultsLink.text}</a>.
      </p>
    </div>
  )
}
