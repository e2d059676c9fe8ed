// Which kind of node is a cursor, and which operator?
#include "internal.h"

static const char *const binary_name[] = {"",   ".*",  "->*", "*",  "/",  "%",  "+",  "-",  "<<",
                                          ">>", "<=>", "<",   ">",  "<=", ">=", "==", "!=", "&",
                                          "^",  "|",   "&&",  "||", "=",  "*=", "/=", "%=", "+=",
                                          "-=", "<<=", ">>=", "&=", "^=", "|=", ","};

static const char *unary_name(enum CXUnaryOperatorKind k) {
  switch (k) {
  case CXUnaryOperator_PostInc:
  case CXUnaryOperator_PreInc:
    return "++";
  case CXUnaryOperator_PostDec:
  case CXUnaryOperator_PreDec:
    return "--";
  case CXUnaryOperator_AddrOf:
    return "&";
  case CXUnaryOperator_Deref:
    return "*";
  case CXUnaryOperator_Plus:
    return "+";
  case CXUnaryOperator_Minus:
    return "-";
  case CXUnaryOperator_Not:
    return "~";
  case CXUnaryOperator_LNot:
    return "!";
  case CXUnaryOperator_Real:
    return "__real";
  case CXUnaryOperator_Imag:
    return "__imag";
  case CXUnaryOperator_Extension:
    return "__extension__";
  default:
    return "";
  }
}

bool fr_is_function(enum CXCursorKind k) {
  return k == CXCursor_FunctionDecl || k == CXCursor_FunctionTemplate || k == CXCursor_CXXMethod ||
         k == CXCursor_Constructor || k == CXCursor_Destructor || k == CXCursor_ConversionFunction;
}

enum fl_node_kind fr_node_kind(enum CXCursorKind k) {
  switch (k) {
  case CXCursor_CompoundStmt:
    return FL_COMPOUND;
  case CXCursor_DeclStmt:
    return FL_DECL_STMT;
  case CXCursor_IfStmt:
    return FL_IF;
  case CXCursor_ForStmt:
    return FL_FOR;
  case CXCursor_WhileStmt:
    return FL_WHILE;
  case CXCursor_DoStmt:
    return FL_DO;
  case CXCursor_CXXForRangeStmt:
    return FL_RANGE_FOR;
  case CXCursor_SwitchStmt:
    return FL_SWITCH;
  case CXCursor_CaseStmt:
    return FL_CASE;
  case CXCursor_DefaultStmt:
    return FL_DEFAULT;
  case CXCursor_BreakStmt:
    return FL_BREAK;
  case CXCursor_ContinueStmt:
    return FL_CONTINUE;
  case CXCursor_ReturnStmt:
    return FL_RETURN;
  case CXCursor_GotoStmt:
  case CXCursor_IndirectGotoStmt:
    return FL_GOTO;
  case CXCursor_LabelStmt:
    return FL_LABEL;
  case CXCursor_GCCAsmStmt:
  case CXCursor_MSAsmStmt:
    return FL_ASM;
  case CXCursor_CXXTryStmt:
    return FL_TRY;
  case CXCursor_NullStmt:
    return FL_NULL_STMT;
  case CXCursor_VarDecl:
  case CXCursor_ParmDecl:
    return FL_VAR;
  case CXCursor_CallExpr:
    return FL_CALL;
  case CXCursor_DeclRefExpr:
  case CXCursor_VariableRef:
    return FL_REF;
  case CXCursor_MemberRefExpr:
    return FL_MEMBER;
  case CXCursor_ArraySubscriptExpr:
    return FL_SUBSCRIPT;
  case CXCursor_BinaryOperator:
    return FL_BINARY;
  case CXCursor_CompoundAssignOperator:
    return FL_ASSIGN;
  case CXCursor_UnaryOperator:
    return FL_UNARY;
  case CXCursor_ConditionalOperator:
    return FL_TERNARY;
  case CXCursor_CStyleCastExpr:
  case CXCursor_CXXStaticCastExpr:
  case CXCursor_CXXDynamicCastExpr:
  case CXCursor_CXXReinterpretCastExpr:
  case CXCursor_CXXConstCastExpr:
  case CXCursor_CXXFunctionalCastExpr:
  case CXCursor_CXXAddrspaceCastExpr:
  case CXCursor_BuiltinBitCastExpr:
    return FL_CAST;
  case CXCursor_IntegerLiteral:
  case CXCursor_FloatingLiteral:
  case CXCursor_ImaginaryLiteral:
  case CXCursor_StringLiteral:
  case CXCursor_CharacterLiteral:
  case CXCursor_CXXBoolLiteralExpr:
  case CXCursor_CXXNullPtrLiteralExpr:
  case CXCursor_GNUNullExpr:
  case CXCursor_FixedPointLiteral:
    return FL_LITERAL;
  case CXCursor_InitListExpr:
  case CXCursor_CXXParenListInitExpr:
    return FL_INIT_LIST;
  case CXCursor_LambdaExpr:
    return FL_LAMBDA;
  case CXCursor_CXXNewExpr:
    return FL_NEW;
  case CXCursor_CXXDeleteExpr:
    return FL_DELETE;
  case CXCursor_CXXThisExpr:
    return FL_THIS;
  default:
    if (clang_isExpression(k))
      return FL_OTHER_EXPR;
    return clang_isStatement(k) ? FL_OTHER_STMT : FL_OTHER_DECL;
  }
}

bool fr_is_assignment(CXCursor c) {
  enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
  return op >= CXBinaryOperator_Assign && op < CXBinaryOperator_Comma;
}

const char *fr_operator(CXCursor c, bool *postfix) {
  if (clang_getCursorKind(c) == CXCursor_UnaryOperator) {
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    *postfix = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
    return unary_name(op);
  }
  enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
  return (unsigned)op < sizeof binary_name / sizeof *binary_name ? binary_name[op] : "";
}
