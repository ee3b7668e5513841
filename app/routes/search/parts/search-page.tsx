import type { FoundResult } from '#app/domain/search/search-index.ts'
import { searchPage } from '#content/pages/search.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'

/** `type` as shown: 'Service', 'Product', 'Blog post', or the page of a section. */
type SearchResultView = Omit<FoundResult, 'type' | 'page'> & { type: string }

type SearchPageProps = {
  site: PageSite
  /** Blank shows only the search box. */
  term: string
  results: SearchResultView[]
}

export function SearchPage({ site, term, results }: SearchPageProps) {
  return (
    <>
      <PageTop page={searchPage} site={site} path="/search" noindex={term !== ''} />
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

function Results({ term, results }: { term: string; results: SearchResultView[] }) {
  return (
    <section aria-label={searchPage.resultsFor(term)}>
      <ul className="results">
        {results.map(({ type, title, url, note, snippet }) => (
          <li key={`${url} ${title}`}>
            <h2>
              <a href={url}>{title}</a>
            </h2>
            <span className="tag">{type}</span>
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
