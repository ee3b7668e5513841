import '#app/ui/styles/plan-day-strip.css'
import { Link } from 'react-router'
import { countPlans, listPlans } from '#app/domain/booking/plans/booked-plans.server.ts'
import { type PlanFilter, planFilters } from '#app/domain/booking/plans/booked-plan.ts'
import { listPlanTemplates } from '#app/domain/booking/plans/plan-template.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { listId } from '#app/domain/shared/list-names.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { listLinks, type ListPlace, listPlace } from '#app/http/list-place.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { toPlanView } from '#app/ui/admin/plan-view.ts'
import { plansPage as words } from '#content/pages/admin-plans.ts'
import type { Route } from './+types/plans.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { database, content } = services
  const { scope } = getActor(context)
  const { role } = getStaff(context)
  const query = new URL(request.url).searchParams
  const filter = planFilters.find((each) => each === query.get('state'))
  const place = listPlace(query)
  const now = Date.now()
  const { list, counts } = await loadOr503(context, async () => ({
    list: await listPlans(database.db, scope, { filter, now }, place),
    counts: await countPlans(database.db, scope),
  }))
  const { previous, next } = listLinks(list, place, (at) => plansAddress({ filter, ...at }), formatCursor)
  return {
    filter,
    counts,
    plans: list.plans.map((plan) => toPlanView(services, plan, now)),
    templates: listPlanTemplates(content).map(({ id, title }) => ({ id, title })),
    mayBook: mayOpen(role, '/admin/plans/new'),
    mayEdit: mayOpen(role, '/admin/plan-templates'),
    previous,
    next,
  }
}

type PlansPlace = ListPlace & { filter?: PlanFilter | undefined }

const plansAddress = ({ filter, ...place }: PlansPlace) => withQuery('/admin/plans', { state: filter, ...place })

export default function Plans({ loaderData }: Route.ComponentProps) {
  const view = usePoll(loaderData)
  const { filter, counts, plans, mayBook, previous, next } = view
  const filters = [
    { text: words.all, href: plansAddress({}), current: filter === undefined },
    ...planFilters.map((each) => ({
      text: words.filters[each],
      href: plansAddress({ filter: each }),
      current: each === filter,
      count: counts[each],
    })),
  ]
  return (
    <AdminPage
      title={words.title}
      aside={
        mayBook && (
          <ButtonLink kind="line" small to="/admin/plans/new">
            {words.create}
          </ButtonLink>
        )
      }
    >
      <div className="cols two">
        <div className="stack">
          <FilterLinks label={words.filter} filters={filters} />
          <div id={listId}>
            {plans.length > 0 ? (
              <PlanTable plans={plans} />
            ) : (
              <EmptyList
                empty={filter ? { text: words.noneFound[filter] } : words.none}
                isFiltered={filter !== undefined}
              />
            )}
          </div>
          <ListPager previous={previous} next={next} />
        </div>
        <Templates {...view} />
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']

const PlanTable = ({ plans }: Pick<View, 'plans'>) => (
  <Table columns={words.columns}>
    {plans.map(({ id, title, name, text, next, needsAttention, isPrepaid, progress }) => (
      <tr key={id}>
        <td>
          <Link className="leads" to={`/admin/plans/${id}`}>
            <bdi>{name}</bdi>
          </Link>{' '}
          <span className="hint cell-line">{title}</span>
        </td>
        <td className="num">{next ? next.time : <span className="muted">{words.noNext}</span>}</td>
        <td className="num">
          {text} {isPrepaid && <span className="tag">{words.prepaid}</span>}{' '}
          {needsAttention && <span className="tag tag-late">{words.attention(progress.missed)}</span>}
        </td>
      </tr>
    ))}
  </Table>
)

const Templates = ({ templates, mayBook, mayEdit }: View) => (
  <section className="panel stack" aria-labelledby="templates">
    <h2 id="templates">{words.templates.heading}</h2>
    <ul className="adm-items">
      {templates.map(({ id, title }) => (
        <li key={id}>{mayBook ? <Link to={`/admin/plans/new?template=${id}`}>{title}</Link> : title}</li>
      ))}
    </ul>
    {mayEdit && (
      <p>
        <Link to="/admin/plan-templates">{words.templates.edit}</Link>
      </p>
    )}
  </section>
)
