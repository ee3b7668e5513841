/** A name in braces. */
export const placeholder = /\{([^{}]*)\}/g

/** What the page itself fills in, all at once, since a value may have braces too. */
export const fillInAlso = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
