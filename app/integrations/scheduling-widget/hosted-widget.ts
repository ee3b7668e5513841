type Prefilled = { name: string; email: string; phone: string; health: string }

/**
 * The address of the hosted scheduling widget, prefilled as its contract demands (specification, section 7; product
 * decisions, 'Contracts of the hosted services'). Only this address contains a health answer.
 */
export function hostedWidgetUrl(schedulingUrl: string, service: string, { name, email, phone, health }: Prefilled) {
  const url = new URL(schedulingUrl)
  for (const [key, value] of Object.entries({ name: `${name} - ${service}`, email, a1: phone, a2: health }))
    url.searchParams.set(key, value)
  return url.href
}
