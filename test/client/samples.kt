// Runs the samples of docs/kotlin-swift.md: a crowd of calls, a lost answer, an ended session, and a queue behind faults.
import java.util.concurrent.atomic.AtomicInteger

class Memory(var tokens: Tokens?) : TokenStore {
    override fun load() = tokens
    override fun save(tokens: Tokens?) {
        this.tokens = tokens
    }
}

class Lines(var kept: List<String> = emptyList()) : EventFile {
    override fun read() = kept
    override fun write(lines: List<String>) {
        kept = lines
    }
}

fun refreshOnce() {
    val refreshes = AtomicInteger()
    val answered = AtomicInteger()
    val session = Session(Memory(Tokens("old", "one"))) {
        Thread.sleep(20)
        if (refreshes.incrementAndGet() == 1) Answer(0) else Answer(200, tokens = Tokens("new", "two"))
    }
    val threads = (1..50).map {
        Thread { if (session.call { if (it == "new") Answer(200) else Answer(401, "token_not_valid") }.status == 200) answered.incrementAndGet() }
    }
    threads.forEach { it.start() }
    threads.forEach { it.join() }
    check(answered.get() == 50 && refreshes.get() == 2) { "$answered answers, $refreshes refreshes" }
}

fun endOnlyBy401() {
    for ((status, ends) in listOf(0 to false, 429 to false, 503 to false, 401 to true)) {
        val store = Memory(Tokens("old", "one"))
        check(Session(store) { Answer(status) }.call { Answer(401, "token_not_valid") }.status == 401)
        check((store.tokens == null) == ends) { "$status" }
    }
}

fun sendOnce() {
    val file = Lines()
    val sent = mutableListOf<String>()
    var fault: BatchAnswer? = BatchAnswer(0)
    val queue = EventQueue(file) { batch ->
        fault ?: if (batch.size > 30) BatchAnswer(413) else BatchAnswer(200, batch.indices.toSet()).also { sent += batch }
    }
    for (index in 1..250) queue.track("\"eventType\":\"e$index\"")
    check(queue.flush() in 500L..1000L && file.kept.size == 250)
    fault = BatchAnswer(503, retryAfter = 7)
    check(queue.flush() >= 7_000L && file.kept.size == 250)
    fault = null
    check(queue.flush() == 0L && sent.toSet().size == 250 && sent.size == 250 && file.kept.isEmpty())
    for (index in 1..1_100) queue.track("\"eventType\":\"e$index\"")
    check(file.kept.size == 1_000)
}

fun main() {
    refreshOnce()
    endOnlyBy401()
    sendOnce()
    println("ok")
}
