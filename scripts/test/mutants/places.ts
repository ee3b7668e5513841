import { parseSync } from 'vite'

/** One place where a fault can be built in: replaces the text from `start` to `end`. */
export type Place = {
  kind: string
  start: number
  end: number
  /** The code with both, of which `on` chooses. */
  replacement: (on: string) => string
  /** What it does, for people. */
  says: string
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const flipped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '&&': '||',
  '||': '&&',
}

/** Parts of a query or of a list without which it answers more, or in another order. */
const conditions = new Set(['where', 'filter', 'forUpdate', 'limit', 'orderBy', 'onConflict', 'innerJoin'])

/** Every place of a source file where one of the usual mistakes fits. */
export function placesIn(path: string, source: string): Place[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const places: Place[] = []
  const text = (node: Node) => source.slice(node.start, node.end)
  const short = (node: Node) => text(node).replaceAll(/\s+/g, ' ').slice(0, 90)
  const add = (kind: string, node: Node, wrong: string, says: string) =>
    places.push({
      kind,
      start: node.start,
      end: node.end,
      replacement: (on) => `(${on} ? (${wrong}) : (${text(node)}))`,
      says,
    })

  walk(program as unknown as Node, undefined, (node, parent) => {
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const operator = String(node.operator)
      const other = flipped[operator]
      const [left, right] = [node.left, node.right] as [Node, Node]
      const between = source.slice(left.end, right.start)
      if (other)
        add(
          node.type === 'BinaryExpression' ? 'comparison' : 'logic',
          node,
          `${text(left)}${between.replace(operator, other)}${text(right)}`,
          `${short(node)}: ${operator} became ${other}`,
        )
    }
    if (node.type === 'IfStatement' && !node.alternate && leaves(node.consequent as Node)) {
      const condition = node.test as Node
      places.push({
        kind: 'guard',
        start: condition.start,
        end: condition.end,
        replacement: (on) => `!${on} && (${text(condition)})`,
        says: `the guard is gone: if (${short(condition)})`,
      })
    }
    if (
      node.type === 'ExpressionStatement' &&
      isCall(node.expression as Node) &&
      parent?.type !== 'ArrowFunctionExpression'
    )
      places.push({
        kind: 'call',
        start: node.start,
        end: node.end,
        // In braces of its own, since an `else` may follow.
        replacement: (on) => `{ if (!${on}) { ${text(node)} } }`,
        says: `not called: ${short(node)}`,
      })
    if (node.type === 'ConditionalExpression')
      add('choice', node.test as Node, `!(${text(node.test as Node)})`, `the other way round: ${short(node)}`)
    if (node.type === 'Literal' && typeof node.value === 'boolean' && parent?.type !== 'TSLiteralType')
      add('boolean', node, String(!node.value), `${text(node)} became ${!node.value} in ${short(parent ?? node)}`)
    if (
      node.type === 'Literal' &&
      typeof node.value === 'number' &&
      node.value >= 200 &&
      node.value < 600 &&
      parent &&
      isStatus(parent)
    )
      add('status', node, node.value < 300 ? '404' : '200', `status ${text(node)} became another one: ${short(parent)}`)
    if (node.type === 'CallExpression') {
      const callee = node.callee as Node
      const property = callee.property as Node | undefined
      if (callee.type === 'MemberExpression' && !callee.optional && conditions.has(String(property?.name)))
        add(
          'condition',
          node,
          text(callee.object as Node),
          `gone: .${source.slice(property?.start, node.end).replaceAll(/\s+/g, ' ').slice(0, 90)}`,
        )
      for (const argument of node.arguments as Node[])
        if (argument.type === 'ObjectExpression')
          for (const property of argument.properties as Node[]) addForgotten(property)
    }
  })
  return places

  function addForgotten(property: Node) {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init' || property.method) return
    const key = property.key as Node
    const value = property.value as Node
    if (/Function|Literal|ObjectExpression/.test(value.type)) return
    places.push({
      kind: 'field',
      start: property.start,
      end: property.end,
      replacement: (on) => `${text(key)}: (${on} ? undefined : (${text(value)}))`,
      says: `forgotten: { ${short(property)} }`,
    })
  }
}

/** Where each function of a file begins; `toText` puts a mark there. */
export function functionsIn(path: string, source: string): { at: number; end?: number }[] {
  const { program } = parseSync(path, source)
  const found: { at: number; end?: number }[] = []
  walk(program as unknown as Node, undefined, (node) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return
    const body = node.body as Node | null
    if (!body) return
    found.push(
      body.type === 'BlockStatement' || body.type === 'FunctionBody'
        ? { at: body.start + 1 }
        : { at: body.start, end: body.end },
    )
  })
  return found
}

function walk(node: Node, parent: Node | undefined, visit: (node: Node, parent?: Node) => void) {
  visit(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child) && !/^TS(?!As|NonNull|Satisfies)/.test(child.type)) walk(child, node, visit)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function isCall(node: Node): boolean {
  if (node.type === 'AwaitExpression') return isCall(node.argument as Node)
  return node.type === 'CallExpression' && (node.callee as Node).type !== 'Super'
}

function leaves(node: Node): boolean {
  if (node.type === 'BlockStatement') return (node.body as Node[]).some(leaves)
  return /^(Return|Throw|Continue|Break)Statement$/.test(node.type)
}

/** A status of HTTP: `{ status: 404 }`, or a number given to a function or compared. */
const isStatus = (parent: Node) =>
  (parent.type === 'Property' && (parent.key as Node).name === 'status') ||
  (parent.type === 'CallExpression' && (parent.callee as Node).type === 'Identifier')
