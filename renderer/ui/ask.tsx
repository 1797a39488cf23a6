import { Alert, type Intent } from '@blueprintjs/core';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useOverlayFocus } from './useOverlayFocus';

interface Question {
  readonly title: string;
  readonly detail?: string;
  /** Label of the confirm button: the verb of the action. */
  readonly confirm: string;
  readonly cancel: string;
  readonly intent?: Intent;
  readonly answer: (yes: boolean) => void;
}
const useQuestion = create<{ question: Question | null }>(() => ({ question: null }));

/** Asks one question and answers true for yes; Escape and the cancel button are no. */
export function ask(question: Omit<Question, 'answer'>): Promise<boolean> {
  useQuestion.getState().question?.answer(false);
  return new Promise((answer) => useQuestion.setState({ question: { ...question, answer } }));
}

/** Shows the current question; mounted once per window. */
export function Questions() {
  const question = useQuestion(({ question: found }) => found);
  useEffect(() => () => useQuestion.getState().question?.answer(false), []);
  return question && <QuestionDialog question={question} />;
}

function QuestionDialog({ question }: { question: Question }) {
  useOverlayFocus();
  const answer = (yes: boolean) => {
    question.answer(yes);
    useQuestion.setState({ question: null });
  };
  return (
    <Alert
      isOpen
      intent={question.intent ?? 'danger'}
      confirmButtonText={question.confirm}
      cancelButtonText={question.cancel}
      canEscapeKeyCancel
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p className="fc-ask-title">{question.title}</p>
      {question.detail && <p className="fc-ask-detail">{question.detail}</p>}
    </Alert>
  );
}
