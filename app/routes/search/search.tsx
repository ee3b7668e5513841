import '#app/ui/styles/errands.css'
import { isPageView, toCountedName } from '#app/domain/insights/arrival.ts'
import { currentServices } from '#app/domain/catalogue/services.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { FoundResult } from '#app/domain/search/search-index.ts'
import { normalizeSearchTerm } from '#app/domain/search/search-term.ts'
import { searchStoredSite, searchWithoutPosts } from '#app/domain/search/site-search.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { getPromises, useSite } from '#app/http/site.ts'
import type { Services } from '#app/services.server.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Plate, Spot } from '#app/ui/site/pictures.tsx'
import { Text } from '#app/ui/site/words.tsx'
import { searchPage } from '#content/pages/search.ts'
import { products } from '#content/products.ts'
import type { Route } from './+types/search.ts'

export const handle = readPage({ shows: ['blog', 'catalogue'] })

export async function loader({ request, context }: Route.LoaderArgs) {
  const term = normalizeSearchTerm(new URL(request.url).searchParams.get('q'))
  if (!term) return { term, results: [] as FoundResult[] }
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  const { clinic, content } = services
  const question = { term, clinic: clinic.facts(Date.now()), promises: getPromises(services), content }
  // Everything but the posts can be found without the database.
  const found = (await tryLoad(context, () => searchStoredSite(services, question))) ?? searchWithoutPosts(question)
  if (found.length === 0) countMiss(services, request.headers, term)
  return { term, results: found }
}

/** What visitors look for in vain, for the page Insights. */
function countMiss({ dailyCounts }: Services, headers: Headers, term: string) {
  const name = toCountedName(term)
  if (name && isPageView(Object.fromEntries(headers))) dailyCounts.count('search', name)
}

/** A blank term shows only the search box. */
export default function Search({ loaderData: { term, results } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <>
      <PageTop page={searchPage} site={site} path="/search" noindex={term !== ''} />
      <div className="wrap search-page">
        <form className="search-form" role="search" action="/search" aria-label={searchPage.formLabel}>
          <div className="field">
            <label htmlFor="search-term">{searchPage.label}</label>
            <SearchInput id="search-term" defaultValue={term} />
          </div>
          <Button>{searchPage.button}</Button>
        </form>
        {term && (
          <div className="found">
            {results.length > 0 ? (
              <Results term={term} results={results} clinic={site.clinic} />
            ) : (
              <NothingFound term={term} clinic={site.clinic} />
            )}
            <OtherTerms />
          </div>
        )}
      </div>
    </>
  )
}

type Found = { term: string; clinic: ClinicFacts }

/** The group with the best result comes first. */
function Results({ term, results, clinic }: Found & { results: FoundResult[] }) {
  const groups = [...Map.groupBy(results, ({ type }) => type)]
  return (
    <section aria-label={searchPage.resultsFor(term)}>
      <p className="hint" role="status">
        {searchPage.count(results.length, term)}
      </p>
      {groups.map(([type, hits]) => (
        <Group key={type} type={type} hits={hits} term={term} clinic={clinic} />
      ))}
    </section>
  )
}

type GroupProps = { type: FoundResult['type']; hits: FoundResult[]; term: string; clinic: ClinicFacts }

/** What has the term in its title is always there (specification, Search); most of the rest unfolds. */
function Group({ type, hits, term, clinic }: GroupProps) {
  const isFirst = ({ title }: FoundResult, index: number) =>
    index < shownOfGroup || title.toLowerCase().includes(term.toLowerCase())
  const rest = hits.filter((hit, index) => !isFirst(hit, index))
  const name = searchPage.groups[type]
  return (
    <section className="hits" aria-labelledby={`found-${type}`}>
      <h2 id={`found-${type}`}>
        {name} <span className="num">{hits.length}</span>
      </h2>
      <Hits hits={hits.filter(isFirst)} clinic={clinic} />
      {rest.length > 0 && (
        <details>
          <summary className="btn-text">{searchPage.more(rest.length, name)}</summary>
          <Hits hits={rest} clinic={clinic} />
        </details>
      )}
    </section>
  )
}

const shownOfGroup = 3

const Hits = ({ hits, clinic }: { hits: FoundResult[]; clinic: ClinicFacts }) => (
  <ul className="hit-list">
    {hits.map((hit) => (
      <Hit key={`${hit.url} ${hit.title}`} hit={hit} clinic={clinic} />
    ))}
  </ul>
)

function Hit({ hit: { type, title, url, page, note, snippet }, clinic }: { hit: FoundResult; clinic: ClinicFacts }) {
  const item = type === 'Service' ? findService(title, clinic) : undefined
  const plate = item?.picture ?? products.find(({ name }) => type === 'Product' && name === title)?.picture
  return (
    <li className={plate ? 'hit' : 'hit hit-plain'}>
      {plate && <Plate name={plate} />}
      <div>
        <h3>
          <a href={url}>{title}</a>
        </h3>
        {note && <p>{note}</p>}
        {snippet && <p>{snippet.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</p>}
        <p className="hint">
          {[page ?? searchPage.types[type], item?.duration, item?.price].filter(Boolean).join(', ')}
        </p>
      </div>
    </li>
  )
}

const findService = (title: string, clinic: ClinicFacts) =>
  currentServices(clinic).find((service) => service.title === title)

function NothingFound({ term, clinic }: Found) {
  const { heading, list } = searchPage.places
  return (
    <section aria-label={searchPage.resultsFor(term)}>
      <Spot name="empty-search" />
      <p className="found-none" role="status">
        {searchPage.noResults(term)}
      </p>
      <p className="muted">
        <Text words={searchPage.noResultsHint} clinic={clinic} />
      </p>
      <section className="hits" aria-labelledby="places">
        <h2 id="places">{heading}</h2>
        <ul className="hit-list">
          {list.map(({ title, text, href, plate }) => (
            <li className="hit" key={href}>
              <Plate name={plate} />
              <div>
                <h3>
                  <a href={href}>{title}</a>
                </h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </section>
  )
}

function OtherTerms() {
  const { heading, terms } = searchPage.others
  return (
    <aside aria-labelledby="other-terms">
      <h2 id="other-terms">{heading}</h2>
      <ul className="chips">
        {terms.map((term) => (
          <li key={term}>
            <a href={`/search?q=${encodeURIComponent(term)}`}>{term}</a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
