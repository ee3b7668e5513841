import { Link } from 'react-router'
import {
  listUrl,
  type ListView,
  subscribersPath,
  subscriberStates,
  type SubscriberTotals,
} from '#app/domain/newsletter/subscriber.ts'
import { FilterForm } from '#app/ui/admin/filter-form.tsx'
import { type Filter, FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { subscribersPage as words } from './words.ts'

type FindProps = { view: ListView; totals: SubscriberTotals; total: number }

export function FindSubscribers({ view: { q, state, sort }, totals, total }: FindProps) {
  const filters: Filter[] = [
    { text: words.all, href: listUrl({ q, sort }), current: !state, count: total },
    ...subscriberStates.map((one) => ({
      text: words.states[one],
      href: listUrl({ state: one, q, sort }),
      current: state === one,
      count: totals[one],
    })),
  ]
  return (
    <>
      <FilterForm action={subscribersPath}>
        {state && <input type="hidden" name="state" value={state} />}
        {sort && <input type="hidden" name="sort" value={sort} />}
        <Field
          label={words.searchLabel}
          id="find"
          name="q"
          type="search"
          required={false}
          maxLength={254}
          defaultValue={q}
        />
        <Button kind="line">{words.search}</Button>
        {q && (
          <Link className="btn-text" to={listUrl({ state, sort })}>
            {words.clear}
          </Link>
        )}
      </FilterForm>
      <FilterLinks label={words.filters} filters={filters} />
    </>
  )
}
