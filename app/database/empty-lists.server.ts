import {
  type BinaryOperationNode,
  OperatorNode,
  type OperationNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely'

/** `in ()` is a syntax error in PostgreSQL. SQLite evaluates it to false, and here PostgreSQL does too. */
export class CompilerWithEmptyLists extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode) {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined
    const isEmpty = isEmptyList(node.rightOperand)
    if (isEmpty && operator === 'in') this.append('false')
    else if (isEmpty && operator === 'not in') this.append('true')
    else super.visitBinaryOperation(node)
  }
}

const isEmptyList = (node: OperationNode) => PrimitiveValueListNode.is(node) && node.values.length === 0
