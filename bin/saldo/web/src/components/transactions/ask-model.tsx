/** Asks a model to categorize unknown merchants, after showing the data it would receive. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { type Asked, type MerchantQuestion, askModel } from "../../api-asking.ts";
import { getPreferences } from "../../api-bookkeeping.ts";
import { type Model, listModels } from "../../api-chat.ts";
import { listEdits } from "../../api-transactions.ts";
import { ANALYST } from "../../lib/model-name.ts";
import { refreshBooks, rememberEdit } from "../../lib/undo.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";
import { Notice, explain } from "../notice.tsx";

/** The model that the server would ask, if there is one and the user permits sending. */
function useModel(): Model | null {
  const models = useQuery({ queryKey: ["models"], queryFn: listModels });
  const sends = useQuery({ queryKey: ["preferences"], queryFn: getPreferences }).data?.advisor.sends;
  const model = models.data?.find(({ name }) => name !== ANALYST);
  return model && sends && (sends !== "never" || !model.leavesMachine) ? model : null;
}

export function AskModel() {
  const client = useQueryClient();
  const model = useModel();
  const ask = useMutation({
    mutationFn: askModel,
    onSuccess: async (asked) => {
      if (asked.entries > 0) {
        const { items } = await listEdits(1);
        const [last] = items;
        if (last?.action === "categorize") {
          rememberEdit(last.id, strings.asking.done(asked.known, asked.asked, asked.entries));
        }
        await refreshBooks(client, { list: true });
      }
    },
  });
  if (!model) {
    return null;
  }
  const words = strings.asking;
  return (
    <div className="ask-model">
      <button type="button" className="button" disabled={ask.isPending} onClick={() => ask.mutate(null)}>
        <Sparkles size={18} aria-hidden /> {ask.isPending ? words.busy : words.ask(model.name)}
      </button>
      <p role="status">{ask.data && !ask.data.question && outcome(ask.data)}</p>
      {ask.error && <Notice tone="bad">{explain(ask.error)}</Notice>}
      {ask.data?.question && (
        <Question
          model={ask.data.model}
          question={ask.data.question}
          onSend={() => ask.mutate("once")}
          onClose={() => ask.reset()}
        />
      )}
    </div>
  );
}

function outcome({ asked, known, entries, stopped }: Asked): string {
  const words = strings.asking;
  const found = asked === 0 ? words.nothing : words.done(known, asked, entries);
  return stopped === null ? found : `${found} ${words.stopped[stopped]}`;
}

interface QuestionProps {
  model: string;
  question: MerchantQuestion;
  onSend: () => void;
  onClose: () => void;
}

function Question({ model, question, onSend, onClose }: QuestionProps) {
  const words = strings.asking;
  const { host, system, message, merchants, requests } = question;
  return (
    <Dialog title={strings.consent.title} onClose={onClose}>
      <div className="ask-model">
        <p>{words.to(model, host ?? strings.consent.elsewhere, merchants)}</p>
        <p>{words.gets}</p>
        <details>
          <summary>{words.exactly(requests)}</summary>
          <pre tabIndex={0}>{system}</pre>
          <pre tabIndex={0}>{message}</pre>
        </details>
      </div>
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {strings.cancel}
        </button>
        <button type="button" className="button primary" onClick={onSend}>
          {strings.consent.answers.once}
        </button>
      </div>
    </Dialog>
  );
}
